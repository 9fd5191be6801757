import type { ApprovedCall, Call, ExecutingCall, Invocation, Result } from '@/lib/domain/call/call'
import { decisionOf, invocationOf, isByPerson } from '@/lib/domain/call/call-state'
import type { Decider, Decision } from '@/lib/domain/call/decision'
import { settled, waitingAsShown, withDecision, withVoid } from '@/lib/domain/call/transitions'
import { type Hook, type HookRun, hooksAt } from '@/lib/domain/hooks/hook'
import type { HookPoint } from '@/lib/domain/hooks/points'
import { unattendedDenial } from '@/lib/domain/policy/judge'
import { type Reason, type ReasonCode, reasonBy } from '@/lib/domain/policy/reason'
import { expiryOf, type Limits } from '@/lib/domain/run/limits'
import { type HookChain, type HookObjection, hookParams } from '@/lib/hooks/run-hooks'
import type { CodedText } from '@/lib/messages/phrase'
import { sha256 } from '@/lib/record/digest'
import { invocation } from '@/lib/store/call/call'
import { insertDecisions } from '@/lib/store/call/decision'
import type { SessionRow } from '@/lib/store/session/session'
import { isObject } from '@/lib/text/json/json-value'
import { SEND_MESSAGE } from '@/lib/tools/channels/send-message'
import type { Deps } from '../process/deps'
import { askHooks, emitHookRuns, type HookSession } from '../write/ask-hooks'
import type { Write } from '../write/write'
import type { Assessment } from './assess'
import { addResultEntry, nothingRan, refusedBy, withinLimit } from './settle'

/** A Call is to begin, and hooks have not been asked about it as it is. */
export type ConsultTask = { do: 'consult'; session: SessionRow; call: ApprovedCall; hooks: Hook[] }
export type ConsultOutcome = { kind: 'consulted'; call: ApprovedCall; chain: HookChain }

const pointsOf = (tool: string): HookPoint[] =>
  tool === SEND_MESSAGE ? ['tool_start', 'message_sending'] : ['tool_start']

/** What a hook answered about a Call is about the arguments that it was told, as it was set up then. */
const keyOf = (hook: Hook, { tool, argumentsText }: Invocation): string =>
  sha256([hook.id, hook.updatedAt, tool, argumentsText].join('\n'))

/** The hooks to ask before a Call begins: those whose answer about it, as it is, is not stored with it. */
export function hooksToAsk(hooks: readonly Hook[], call: Call): Hook[] {
  if (hooks.length === 0) return []
  const target = invocationOf(call)
  const keys = new Set(call.hooks?.map(({ key }) => key))
  return pointsOf(target.tool)
    .flatMap(point => hooksAt(hooks, point, target.tool))
    .filter(hook => !keys.has(keyOf(hook, target)))
}

/** `check` looks at arguments that a hook made; without it they stay as they are. */
type Proposed = { callId: string; target: Invocation; check?: (argumentsText: string) => Promise<Assessment> }

/** Asks the hooks about a Call; `target` and `assessment` are of the arguments that they made. */
export async function consultHooks(
  deps: Deps,
  session: HookSession,
  { callId, target: proposed, check }: Proposed,
): Promise<HookChain & { target?: Invocation; assessment?: Assessment }> {
  const { tool } = proposed
  const all: Awaited<ReturnType<typeof consultHooks>> = { runs: [], answers: [] }
  const texts = new Map<string, string>()
  for (const point of pointsOf(tool)) {
    const args = (all.target ?? proposed).arguments
    const fields = isObject(args) ? args : {}
    const first = all.target && isObject(proposed.arguments) ? proposed.arguments.text : undefined
    const message = { callId, channel: fields.channel, text: fields.text, proposed: first }
    const { runs, ask, refusedRewrite, block } = await askHooks(deps, {
      ...session,
      point,
      payload: point === 'tool_start' ? { callId, tool, arguments: args } : message,
      isFrozen: !check || all.ask !== undefined,
      keyOf: hook => keyOf(hook, all.target ?? proposed),
      checkRewrite: async ({ arguments: newArguments, text }, { id }) => {
        const argumentsText = JSON.stringify(newArguments ?? { ...fields, text })
        const assessment = await check?.(argumentsText)
        if (assessment?.kind !== 'sound') return `Its arguments are not valid. ${assessment?.message ?? ''}`
        texts.set(id, argumentsText)
        Object.assign(all, { target: invocation(tool, argumentsText), assessment })
        return null
      },
    })
    all.runs.push(...runs.map(run => ({ ...run, argumentsText: texts.get(run.hookId) })))
    all.ask ??= ask
    all.refusedRewrite ??= refusedRewrite
    all.block = block
    if (block) break
  }
  return all
}

/** Whatever was decided of a Call that is to begin was decided of these arguments. */
export async function consultApproved(deps: Deps, task: ConsultTask & { signal: AbortSignal }) {
  const { call } = task
  const chain = await consultHooks(deps, task, { callId: call.id, target: call.effective })
  return { kind: 'consulted' as const, call, chain }
}

/** What hooks answered about a Call is stored before it begins, unless it is another by now. */
export async function storeConsulted(write: Write, { call: target, chain }: ConsultOutcome): Promise<void> {
  const callId = target.id
  const { call: before, runId } = write.work.findCall(callId)
  if (before?.state !== 'approved') return
  const { tool, argumentsText } = before.effective
  if (tool !== target.effective.tool || argumentsText !== target.effective.argumentsText) return
  emitHookRuns(write.emit, chain.runs, { runId, callId })
  const call = { ...before, hooks: [...(before.hooks ?? []), ...chain.runs] }
  const objection = chain.ask ?? chain.refusedRewrite
  // A person has seen these very arguments; nobody else has.
  const isAsked = objection !== undefined && decisionOf(call)?.by.type !== 'person'
  const run = runId === undefined ? undefined : write.work.atWork?.run
  const denial = isAsked ? unattendedDenial(run?.by ?? {}) : null
  const voided = withVoid(call, 'policy')
  const denied = chain.block
    ? blockedCall(write, voided, chain.block)
    : denial && deniedCall(write, voided, { ...denial, result: refusedBy(denial.by) })
  if (denied) {
    const { after, decision } = denied
    insertDecisions(write.rows, write.row.id, [{ callId, decision }])
    write.work.changeCall({ before, after })
    write.emit('call.decided', { call: after, kind: decision.kind, by: decision.by })
    write.emit('call.ended', { call: after })
    return addResultEntry(write, { call: after, runId: isByPerson(call) ? undefined : runId })
  }
  const { now, row } = write
  const wait = { why: 'hook', now, expiresAt: expiryOf(row.limits, now) } as const
  const after = isAsked
    ? waitingAsShown(voided, { ...wait, reason: hookReason(objection, 'hookAsks') })
    : call
  write.work.changeCall({ before, after })
  write.emit(isAsked ? 'call.waiting' : 'call.checked', { call: after })
}

export const hookReason = (objection: HookObjection, code: ReasonCode): Reason => {
  const { id, name } = objection.hook
  return reasonBy({ type: 'hook', id, name }, code, hookParams(objection))
}

type Ending = Pick<Write, 'newId' | 'now'>

/** A hook decides that a Call does not run. */
export function blockedCall(ending: Ending, call: Call, block: HookObjection) {
  const reason = hookReason(block, 'hookBlocked')
  const result: CodedText = { code: 'result.hookBlocked', params: hookParams(block) }
  return deniedCall(ending, call, { by: { ...reason.by, type: 'hook' }, reason, text: block.reason, result })
}

type Denial = { by: Decider; reason: Reason; text?: string | undefined; result: CodedText }

function deniedCall({ newId, now }: Ending, call: Call, { by, reason, text, result }: Denial) {
  const fields = { id: newId(), kind: 'deny' as const, by, at: now, digest: call.digest }
  const decision: Decision = { ...fields, reason: text || undefined }
  const decided = withDecision({ ...call, reason }, decision)
  return { decision, after: settled(decided, nothingRan('denied', result), now) }
}

/** What is kept of a Result: hooks may put another text in its place, and then nothing else of it is kept. */
export async function resultByHooks(
  deps: Deps,
  { call, limits, ...session }: HookSession & { call: ExecutingCall; limits: Limits },
  result: Result,
): Promise<{ result: Result; hookRuns: HookRun[]; isReplaced: boolean }> {
  const { tool, arguments: args } = call.effective
  const { kind, text: before, changed, changes, masked, isError } = result
  const payload = { callId: call.id, tool, arguments: args, kind, result: before }
  const chain = await askHooks(deps, { ...session, point: 'tool_result_persist', payload })
  const { rewrite, runs, block = chain.stopped } = chain
  const by = block?.hook ?? rewrite?.hook
  if (!by) return { result, hookRuns: runs, isReplaced: false }
  const withheld = block && nothingRan('error', { code: 'result.hookWithheld', params: hookParams(block) })
  const text = withheld?.text ?? rewrite?.answer.result ?? ''
  const { codedText } = withheld ?? {}
  const replaced = { kind, text, codedText, changed, changes, masked, isError, hook: by.name }
  return { result: withinLimit(replaced, limits), hookRuns: runs, isReplaced: true }
}
