import type { ApprovedCall, Call, ExecutingCall, Result, WaitingReason } from '@/lib/domain/call/call'
import { decisionOf, isByPerson, letsRun } from '@/lib/domain/call/call-state'
import { executing, withVoid } from '@/lib/domain/call/transitions'
import { Refusal, refuse } from '@/lib/domain/contract/problem'
import type { Hook, HookRun } from '@/lib/domain/hooks/hook'
import { judge } from '@/lib/domain/policy/judge'
import { floorReason, type Reason } from '@/lib/domain/policy/reason'
import type { Limits } from '@/lib/domain/run/limits'
import type { RunRow } from '@/lib/domain/run/run'
import { active } from '@/lib/domain/run/run-changes'
import type { AttachmentContent, Content } from '@/lib/store/call/contents'
import { countRuleUses } from '@/lib/store/policy/rule'
import { countToolUses } from '@/lib/store/servers/tool-use'
import type { SessionRow } from '@/lib/store/session/session'
import type { ControlEffect } from '@/lib/tools/define-tool'
import type { Deps } from '../process/deps'
import { patiently } from '../process/unavailable'
import { changeRun } from '../write/changes'
import { type Write, writeSession } from '../write/write'
import { type Assessment, digestOf, pathsUntold, programRisk, subjectOf } from './assess'
import { scopeOf } from './call-scope'
import { type ConsultOutcome, type ConsultTask, hooksToAsk } from './consult-hooks'
import { nothingRan, refusedBy, settle } from './settle'

/** A Call whose `executing` is stored. `lost`: the same Call as it began under an earlier lease. */
export type PerformTask = {
  do: 'perform'
  session: SessionRow
  call: ExecutingCall
  limits: Limits
  hooks: readonly Hook[]
  lost?: ExecutingCall | undefined
}

/** A Call that is to wait (again), and is looked at as things are now. */
export type ReassessTask = {
  do: 'reassess'
  session: SessionRow
  call: Call
  why: WaitingReason
  reason?: Reason
}

/** What came of a Call. */
export type CallOutcome = ReassessOutcome | PerformOutcome | ConsultOutcome

type PerformOutcome = {
  kind: 'performed'
  callId: string
  result: Result
  contents: Content[]
  /** The pictures of its Result. */
  attachments?: AttachmentContent[]
  noted?: ControlEffect | undefined
  hookRuns?: HookRun[]
}

/** `lastOutput`: what a Call of unknown outcome gave last, as far as that was kept. */
type ReassessOutcome = {
  kind: 'reassessed'
  callId: string
  why: WaitingReason
  reason?: Reason | undefined
  assessment: Assessment
  lastOutput?: string | undefined
}

/**
 * Approved Calls begin: each is checked once more against what was decided, and `executing` is stored, with
 * the lease's epoch, before its effect. One that no longer is what was decided is looked at afresh instead.
 */
export async function beginCalls(
  deps: Deps,
  write: Write,
  { calls, run }: { run: RunRow | undefined; calls: ApprovedCall[] },
): Promise<(PerformTask | ReassessTask | ConsultTask)[]> {
  const tasks: (PerformTask | ReassessTask | ConsultTask)[] = []
  for (const call of calls) {
    const check = recheck(deps, write, { call, run })
    const hooks = check.kind === 'as_decided' ? hooksToAsk(write.work.hooks, call) : []
    if (check.kind === 'ends') {
      const { after, result } = check
      const runId = isByPerson(call) ? undefined : run?.id
      await settle(write, { before: call, call: after, runId, result })
    } else if (check.kind === 'again') tasks.push({ ...check, do: 'reassess', call, session: write.row })
    else if (hooks.length > 0) tasks.push({ do: 'consult', session: write.row, call, hooks })
    else {
      const after = executing(call, write.row.leaseEpoch, write.now)
      write.work.changeCall({ before: call, after })
      write.emit('call.started', { call: after })
      // A Run keeps the limits that it began with; what people ask for has those of the session.
      const limits = (!isByPerson(call) && run?.limits) || write.row.limits
      tasks.push({ do: 'perform', call: after, limits, session: write.row, hooks: write.work.hooks })
    }
  }
  const started = tasks.flatMap(task => (task.do === 'perform' ? [task.call] : []))
  if (run && !started.every(isByPerson)) resumeRun(write, run)
  const rulesUsed = started.flatMap(({ by }) => (by.type === 'rule' ? [by.id] : []))
  countRuleUses(write.rows, rulesUsed, write.now)
  const tools = started.map(({ effective }) => effective.tool)
  countToolUses(write.rows, { sessionId: write.row.id, tools, at: write.now })
  return tasks
}

/**
 * A Call that had no effect when its lease lapsed begins once more by itself, under the lease that was renewed. What
 * another lease would repeat as well is counted in its row before it does. Null: a person is asked.
 */
export async function beginAgain(
  deps: Deps,
  { call, session }: Pick<PerformTask, 'call' | 'session'>,
): Promise<ExecutingCall | null> {
  if (call.attempt > timesLet(call)) return null
  if (!call.idempotent) return call
  // It is counted once, also where only the answer to that was lost.
  const stored = await patiently(() =>
    writeSession<ExecutingCall>(deps, { sessionId: session.id }, async write => {
      const { call: before } = write.work.findCall(call.id)
      if (write.row.leaseEpoch !== call.epoch || before?.state !== 'executing')
        return refuse('session_busy', 'The lease was lost.')
      if (before.attempt > call.attempt) return before
      const after = { ...before, attempt: call.attempt + 1 }
      write.work.changeCall({ before, after })
      write.emit('call.started', { call: after })
      return after
    }),
  )
  return stored instanceof Refusal ? null : stored
}

/** Something is done for a Run again: its clock goes on. */
export function resumeRun(write: Write, run: RunRow): RunRow {
  if (run.status === 'running' && run.activeSince) return run
  return changeRun(write, { before: run, after: active(run, write.now) })
}

type Check =
  | { kind: 'as_decided' }
  | { kind: 'ends'; after: ApprovedCall; result: Result }
  | { kind: 'again'; why: WaitingReason; reason?: Reason }

/**
 * Is this still what was decided? The digest is recomputed from the stored bytes; a new deny wins; an
 * approval that no person gave must still hold; a Tool's changed definition is for a person to see.
 */
function recheck(
  deps: Deps,
  write: Write,
  { call, run }: { call: ApprovedCall; run: RunRow | undefined },
): Check {
  const scope = scopeOf(write.row)
  const definition = deps.tools.find(call.effective.tool)
  const tool = deps.tools.tool(call.effective.tool)
  if (!definition || !tool || tool.definitionHash !== call.definitionHash) {
    return { kind: 'again', why: 'definition_changed' }
  }
  const decision = decisionOf(call)
  const { effective, preview, risk } = call
  const { argumentsText } = effective
  const digest = digestOf(tool, scope, { argumentsText, preview })
  if (!decision || !letsRun(decision) || digest !== (decision.effectiveDigest ?? decision.digest))
    return { kind: 'again', why: 'drifted' }
  // One Decision lets a Call begin once; only what may be repeated without harm begins again by itself, once.
  if (call.attempt >= timesLet(call) + (call.idempotent ? 1 : 0)) return { kind: 'again', why: 'drifted' }
  const invocation = { ...effective, workspace: scope.workspace, preview, suspicions: risk.suspicions }
  const subject = subjectOf(deps, { definition, tool }, invocation)
  if ('bug' in subject)
    return { kind: 'ends', after: call, result: nothingRan('error', pathsUntold(deps, tool, subject)) }
  const { programs = [] } = subject
  // Somebody was there for what a person has approved.
  const { schedule } = (decision.by.type !== 'person' && run?.by) || {}
  const policy = { mode: write.row.mode, rules: write.work.rules, now: write.now, schedule }
  const judgement = judge(subject, policy)
  if (judgement.verdict === 'deny') {
    const result = nothingRan('denied', refusedBy(judgement.by))
    return { kind: 'ends', after: { ...withVoid(call, 'policy'), reason: judgement.reason }, result }
  }
  if (judgement.verdict === 'ask' && decision.by.type !== 'person')
    return { kind: 'again', why: tool.changed ? 'definition_changed' : 'policy', reason: judgement.reason }
  // Nobody has approved a risk that was not shown.
  const newRisk = programs.map(programRisk).find(({ reason }) => !risk.reasons.includes(reason))
  if (newRisk)
    return { kind: 'again', why: 'policy', reason: floorReason('newRisk', { risk: newRisk.codedText }) }
  return { kind: 'as_decided' }
}

/** How often a Call was let begin by a Decision. */
export const timesLet = (call: Call): number =>
  call.decisions.filter(decision => letsRun(decision) && decision.void !== 'undone').length
