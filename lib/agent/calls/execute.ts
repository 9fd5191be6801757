import type { ChangedFile, ExecutingCall, Result } from '@/lib/domain/call/call'
import { computeWhile, isJobOverdue } from '@/lib/domain/job'
import { sha256 } from '@/lib/record/digest'
import type { Content } from '@/lib/store/call/contents'
import { lastOutputOf } from '@/lib/store/call/last-output'
import type { SessionRow } from '@/lib/store/session/session'
import { storable } from '@/lib/text/json/json-value'
import { truncate } from '@/lib/text/truncate'
import type { Change, Execution, ToolOutcome } from '@/lib/tools/define-tool'
import { LeaseLapsed, perform, revoke, STOPPED } from '@/lib/tools/run-tool'
import type { Deps } from '../process/deps'
import { reportBug } from '../process/error-fields'
import { mask } from '../write/mask'
import { ActivityTime } from './activity-time'
import { assess } from './assess'
import { beginAgain, type CallOutcome, type PerformTask, type ReassessTask } from './begin-calls'
import { CallOutput } from './call-output'
import { scopeFor, toolContext } from './call-scope'
import { resultByHooks } from './consult-hooks'
import { elicitFor } from './elicit'
import { type KeptPictures, keepPictures } from './keep-pictures'
import { nothingRan } from './settle'

/** A lease as far as an effect needs it: whether its own clock still allows one, and when it no longer does. */
type EffectLease = {
  isHeld: () => boolean
  /** For how many milliseconds it is, by its own clock, if it is not renewed. */
  leftMs: () => number
  confirm: (until: AbortSignal) => Promise<boolean>
  readonly lapse: AbortSignal
}

/** While a Task is done: the lease that it is done under, and the wish that it should end. */
type Under = { lease: EffectLease; signal: AbortSignal }

/**
 * Runs the Activity of a Call whose `executing` is stored. Where it finds its preconditions gone it has done nothing,
 * and the Call is looked at afresh; one that is deaf to the end of its time is given up. What it gives is masked. None
 * of it is written here.
 */
export async function execute(deps: Deps, task: PerformTask, under: Under): Promise<CallOutcome> {
  const { call, session, limits } = task
  const time = new ActivityTime(limits.toolMs, deps.graceMs)
  const output = new CallOutput(deps, call)
  const signal = AbortSignal.any([under.signal, time.over])
  const onOutput = (text: string): void => output.add(text)
  const standsStill: ActivityTime['standsStill'] = wait => time.standsStill(wait)
  const performing = performHeld(deps, task, { ...under, signal, onOutput, standsStill })
  const performed = await Promise.race([performing, time.deaf])
  time.end()
  output.end()
  if (performed === 'deaf') {
    await noteOrphan(deps, task, performing)
    const codedText = { code: 'result.tooSlow', params: { seconds: limits.toolMs / 1000 } } as const
    return { kind: 'performed', callId: call.id, result: nothingRan('unknown', codedText), contents: [] }
  }
  if (performed.kind === 'drifted') return reassess(deps, { ...task, do: 'reassess', why: 'drifted' })
  if (performed.kind === 'lapsed') return reassess(deps, { ...task, do: 'reassess', why: 'outcome_unknown' })
  const { changed, contents } = keptChanges(performed, session.workspace)
  const { outcome, images, attachments } = await withoutPictures(performed)
  // What a tool that threw did before that, nobody knows.
  const fields = { tool: call.tool, callId: call.id }
  const fullText =
    'bug' in outcome
      ? `${outcome.text} It may or may not have taken effect. ${reportBug(deps, 'A tool failed', { ...fields, error: outcome.bug })}`
      : outcome.text
  const unmasked: FinalOutcome = { ...outcome, text: fullText }
  const masked = await mask(deps, { sessionId: session.id }, unmasked).catch(error => {
    if (!isJobOverdue(error)) throw error
    // What ran has run. Nothing of what it gave is kept where it would take too long to tell what in it is secret.
    deps.log('warn', 'A result could not be searched for secrets', {
      sessionId: session.id,
      error: error.message,
    })
    const isUndone = outcome.kind === 'ok' && outcome.controlEffect !== undefined
    const value: FinalOutcome = { kind: isUndone ? 'error' : outcome.kind, text: UNSEARCHED }
    return { value, masked: 0 }
  })
  const safe = storable(masked.value)
  const isTimedOut = safe.kind !== 'ok' && time.over.aborted
  const message = isTimedOut ? `${safe.text} The limit is ${limits.toolMs / 1000} s.` : safe.text
  const { text, cut } = truncate(message, limits.resultChars)
  const noted = safe.kind === 'ok' ? safe.controlEffect : undefined
  const result: Result = {
    kind: safe.kind,
    text,
    ...(safe.kind === 'ok' && safe.value !== undefined ? { value: safe.value } : {}),
    ...(safe.details ? { details: safe.details } : {}),
    ...(cut > 0 ? { truncated: { chars: cut } } : {}),
    isError: safe.kind === 'error',
    masked: masked.masked > 0 ? masked.masked : undefined,
    ...changed,
    images: images.length > 0 ? images : undefined,
  }
  const { isReplaced, ...persisted } = await resultByHooks(deps, { ...task, signal: under.signal }, result)
  const pictures = isReplaced ? [] : attachments
  return { kind: 'performed', callId: call.id, ...persisted, contents, attachments: pictures, noted }
}

type FinalOutcome = Exclude<ToolOutcome, { kind: 'drifted' | 'lapsed' }>

/** What is told of an outcome in words: not the files that it changed, nor its pictures, in which none can be masked. */
async function withoutPictures(
  performed: FinalOutcome,
): Promise<{ outcome: FinalOutcome } & Pick<KeptPictures, 'images' | 'attachments'>> {
  if (performed.kind === 'unknown') return { outcome: performed, images: [], attachments: [] }
  const { changes: _, ...words } = performed
  if (words.kind === 'error') return { outcome: words, images: [], attachments: [] }
  const { images: pictures = [], ...outcome } = words
  const { images, attachments, notes } = await keepPictures(pictures)
  const text = [outcome.text, ...notes].filter(Boolean).join('\n')
  return { outcome: { ...outcome, text }, images, attachments }
}

const UNSEARCHED =
  'What it gave took longer than it may to be searched for secrets, so nothing of it is kept. Ask for less at once.'

/** Nobody waits any longer for an Activity that did not heed its abort; what it may yet write is waited for. */
export async function noteOrphan(
  deps: Deps,
  { call, session }: PerformTask,
  ended: Promise<unknown>,
): Promise<void> {
  if (call.readOnly) return
  const { id: sessionId, workspace } = session
  const { id: callId, startedAt } = call
  const { tool } = call.effective
  await deps.orphans.note({ callId, sessionId, tool, workspace, startedAt }, ended)
}

type ExecutionScope = Under & {
  onOutput: (text: string) => void
  standsStill: ActivityTime['standsStill']
}

/**
 * Begins anew once the lease is renewed, where it had lapsed before there was any effect: once, since what lapses
 * again and again would run for ever with nobody knowing.
 */
async function performHeld(deps: Deps, task: PerformTask, scope: ExecutionScope): Promise<ToolOutcome> {
  const { call, session, lost } = task
  if (lost) await revokeExecution(deps, session, lost)
  for (let isRepeat = false; ; isRepeat = true) {
    const { lapse } = scope.lease
    const signal = AbortSignal.any([scope.signal, lapse])
    const performed = await perform(deps.tools, call.effective, {
      ...toolContext(deps, { sessionId: session.id, workspace: session.workspace }),
      signal,
      compute: computeWhile(deps.compute, signal),
      onOutput: scope.onOutput,
      sessionId: session.id,
      preview: call.preview,
      execution: executionOf(call),
      beforeEffect: () => {
        signal.throwIfAborted()
        if (!scope.lease.isHeld()) throw new LeaseLapsed()
      },
      leaseMs: () => scope.lease.leftMs(),
      elicit: elicitFor({ deps, task }, { signal, standsStill: scope.standsStill }),
    })
    if (lapse.aborted || performed.kind === 'lapsed')
      deps.renewals.note('lapsed', { sessionId: session.id, epoch: call.epoch })
    if (performed.kind !== 'lapsed') return performed
    if (!(await scope.lease.confirm(scope.signal))) return STOPPED
    if (isRepeat || !(await beginAgain(deps, task))) return performed
  }
}

const executionOf = ({ id, epoch }: ExecutingCall): Execution => ({ callId: id, epoch })

/** What an execution began elsewhere can have no effect from here on. */
function revokeExecution(deps: Deps, { workspace: folder }: SessionRow, call: ExecutingCall): Promise<void> {
  const execution = executionOf(call)
  const context = { root: deps.workspaceRoot, closed: deps.closed, folder, execution }
  return revoke(deps.tools, call.effective, context)
}

/** A fresh look at a Call that is to wait again. What it began elsewhere can have no effect from here on. */
export async function reassess(deps: Deps, task: ReassessTask): Promise<CallOutcome> {
  const { call, session, why } = task
  if (call.state === 'executing' && why === 'outcome_unknown') await revokeExecution(deps, session, call)
  const invocation = call.effective ?? call.proposed
  const assessment = await assess(deps, scopeFor(session, call), invocation)
  const lastOutput = why === 'outcome_unknown' ? await lastOutputOf(deps.sql, call.id) : undefined
  return { kind: 'reassessed', callId: call.id, why, reason: task.reason, assessment, lastOutput }
}

/** What a Call changed of the files of this folder, and the contents that are kept to put it back. */
function keptChanges(
  performed: FinalOutcome,
  folder: string,
): { changed: Pick<Result, 'changed' | 'changes'>; contents: Content[] } {
  const { changes = [] } = performed.kind === 'unknown' ? {} : performed
  const files: ChangedFile[] = []
  const contents = new Map<string, Content>()
  for (const { path, before, after, mode } of changes) {
    const [old, now] = [contentOf(before), contentOf(after)]
    if (old.hash === now.hash && mode === undefined) continue
    files.push({ folder, path, before: old.hash, after: now.hash, ...(mode === undefined ? {} : { mode }) })
    for (const { hash, bytes } of [old, now]) if (bytes) contents.set(hash, { hash, bytes })
  }
  const [changed] = files
  const one = changed ? { changed } : {}
  return { changed: files.length > 1 ? { changes: files } : one, contents: [...contents.values()] }
}

function contentOf(content: Change['before']): { hash: string; bytes?: Uint8Array } {
  if (content === null) return { hash: 'absent' }
  return content === 'folder' ? { hash: content } : { hash: sha256(content), bytes: content }
}
