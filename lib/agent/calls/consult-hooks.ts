import type { ApprovedCall, Call, ExecutingCall, Invocation, Result } from '@/lib/domain/call/call'
import { decisionOf, invocationOf, isByPerson } from '@/lib/domain/call/call-state'
import type { Decision } from '@/lib/domain/call/decision'
import { waitingAsShown, withDecision, withVoid } from '@/lib/domain/call/transitions'
import { type Hook, type HookPoint, type HookRun, hooksAt } from '@/lib/domain/hooks/hook'
import { type Reason, reasonBy } from '@/lib/domain/policy/reason'
import { expiryOf } from '@/lib/domain/run/limits'
import type { HookChain } from '@/lib/hooks/run-hooks'
import { sha256 } from '@/lib/record/digest'
import { invocation } from '@/lib/store/call/call'
import { insertDecisions } from '@/lib/store/call/decision'
import type { SessionRow } from '@/lib/store/session/session'
import { isObject } from '@/lib/text/json/json-value'
import { SEND_MESSAGE } from '@/lib/tools/channels/send-message'
import type { Deps } from '../process/deps'
import { askHooks, emitHookRuns, type HookSession } from '../write/ask-hooks'
import type { Write } from '../write/write'
import { type Assessment, assess } from './assess'
import type { CallScope } from './call-scope'
import { nothingRan, settle } from './settle'

/** A Call is to begin, and hooks have not been asked about it as it is. */
export type ConsultTask = {
  do: 'consult'
  session: SessionRow
  call: ApprovedCall
  hooks: Hook[]
  runId: string | undefined
}

export type ConsultOutcome = { kind: 'consulted'; callId: string; chain: HookChain }

const pointsOf = (tool: string): HookPoint[] =>
  tool === SEND_MESSAGE ? ['tool_start', 'message_sending'] : ['tool_start']

/** What a hook said of a Call it said of these arguments, as it was set up then. */
const keyOf = (
  { id, updatedAt }: Pick<Hook, 'id' | 'updatedAt'>,
  { tool, argumentsText }: Invocation,
): string => sha256([id, updatedAt, tool, argumentsText].join('\n'))

/** The hooks that have to be asked before a Call begins: those whose answer about it, as it is, is not stored with it. */
export function hooksToAsk(hooks: readonly Hook[], call: Call): Hook[] {
  if (hooks.length === 0) return []
  const target = invocationOf(call)
  const keys = new Set(call.hooks?.map(({ key }) => key))
  return pointsOf(target.tool)
    .flatMap(point => hooksAt(hooks, point, target.tool))
    .filter(hook => !keys.has(keyOf(hook, target)))
}

type Target = { invocation: Invocation; assessment?: Assessment }
type Consulted = HookChain & Target
type Proposed = Target & { callId: string }

/** Asks the hooks about a Call. `check` looks at what one made of its arguments; without it they stay as they are. */
async function consult(
  deps: Deps,
  session: HookSession,
  { callId, check, ...proposed }: Proposed & { check?: (argumentsText: string) => Promise<Assessment> },
): Promise<Consulted> {
  const consulted: Consulted = { runs: [], answers: [], ...proposed }
  const { tool } = proposed.invocation
  for (const point of pointsOf(tool)) {
    const args = consulted.invocation.arguments
    const { channel, text } = isObject(args) ? args : {}
    const payload = point === 'tool_start' ? { callId, tool, arguments: args } : { callId, channel, text }
    const chain = await askHooks(deps, {
      ...session,
      point,
      payload,
      isFrozen: !check || consulted.ask !== undefined,
      rewrite: async answer => {
        const argumentsText = JSON.stringify(answer.arguments ?? { ...(args as object), text: answer.text })
        const assessment = await check?.(argumentsText)
        if (!assessment || assessment.kind === 'broken')
          return `Its arguments are not valid. ${assessment?.message ?? ''}`
        Object.assign(consulted, { invocation: invocation(tool, argumentsText), assessment })
        return null
      },
    })
    consulted.runs.push(...chain.runs)
    consulted.answers.push(...chain.answers)
    consulted.ask ??= chain.ask
    consulted.block = chain.block
    if (chain.block) break
  }
  const target = consulted.invocation
  const hooks = new Map(session.hooks.map(hook => [hook.id, hook]))
  const last = consulted.runs.findLast(run => run.verdict === 'rewrite' || run.verdict === 'ask')
  consulted.runs = consulted.runs.map(run => {
    const key = keyOf(hooks.get(run.hookId) ?? { id: run.hookId, updatedAt: '' }, target)
    const isMade = run === last && target !== proposed.invocation
    return { ...run, key, ...(isMade && { argumentsText: target.argumentsText }) }
  })
  return consulted
}

/** A Call that a model proposes: what a hook makes of its arguments is looked at as the proposal was, and shown. */
export function consultProposed(
  deps: Deps,
  session: HookSession,
  proposed: Proposed & { scope: CallScope; earlier: Parameters<typeof assess>[2]['earlier'] },
): Promise<Consulted> {
  const { scope, earlier = [], ...rest } = proposed
  const { tool } = proposed.invocation
  const check = (argumentsText: string) => assess(deps, scope, { tool, argumentsText, earlier })
  return consult(deps, session, { ...rest, check })
}

/** A Call that is to begin: whatever was decided of it was decided of these arguments. */
export async function consultApproved(
  deps: Deps,
  { call, ...task }: ConsultTask,
  signal: AbortSignal,
): Promise<ConsultOutcome> {
  const callId = call.id
  const chain = await consult(deps, { ...task, signal }, { callId, invocation: call.effective })
  // Whoever goes on asks again.
  return { kind: 'consulted', callId, chain: signal.aborted ? { runs: [], answers: [] } : chain }
}

/** What hooks said of a Call is stored before it begins. */
export async function storeConsulted(write: Write, { callId, chain }: ConsultOutcome): Promise<void> {
  const { call: before, runId } = write.work.findCall(callId)
  if (before?.state !== 'approved' || chain.runs.length === 0) return
  emitHookRuns(write.emit, chain.runs, { runId, callId })
  const call = { ...before, hooks: [...(before.hooks ?? []), ...chain.runs] }
  if (chain.block) {
    const { decision, reason } = blocking(write, call, chain.block)
    const after = withDecision({ ...withVoid(call, 'policy'), reason }, decision)
    insertDecisions(write.rows, write.row.id, [{ callId, decision }])
    write.emit('call.decided', { call: after, kind: decision.kind, by: decision.by })
    const ofRun = isByPerson(call) ? undefined : runId
    await settle(write, { before, call: after, runId: ofRun, result: blockedResult(chain.block) })
    return
  }
  // A person has seen these very arguments; nobody else has.
  const refused = chain.runs.find(({ verdict }) => verdict === 'refused')
  const asks =
    decisionOf(call)?.by.type !== 'person' &&
    (chain.ask ? askReason(chain.ask) : refused && lateReason(refused))
  const { now } = write
  const expiresAt = expiryOf(write.row.limits, now)
  const after = asks
    ? waitingAsShown(withVoid(call, 'policy'), { why: 'hook', now, expiresAt, reason: asks })
    : call
  write.work.changeCall({ before, after })
  write.emit(asks ? 'call.waiting' : 'call.checked', { call: after })
}

type Objection = NonNullable<HookChain['block']>

const paramsOf = ({ hook, reason }: Objection) => ({ hook: hook.name, reason: reason || 'none' })

const byHook = (id: string, name: string) => ({ type: 'hook' as const, id, name })

export const askReason = (ask: Objection): Reason =>
  reasonBy(byHook(ask.hook.id, ask.hook.name), 'hookAsks', paramsOf(ask))

const lateReason = ({ hook, hookId }: HookRun): Reason =>
  reasonBy(byHook(hookId, hook), 'hookRewrites', { hook })

/** A hook decides that a Call does not run. */
export function blocking(
  write: Pick<Write, 'newId' | 'now'>,
  { digest }: Pick<Call, 'digest'>,
  block: Objection,
): { decision: Decision; reason: Reason } {
  const by = byHook(block.hook.id, block.hook.name)
  const why = block.reason ? { reason: block.reason } : {}
  return {
    decision: { id: write.newId(), kind: 'deny', by, at: write.now, digest, ...why },
    reason: reasonBy(by, 'hookBlocked', paramsOf(block)),
  }
}

export const blockedResult = (block: Objection) =>
  nothingRan('denied', { code: 'result.hookBlocked', params: paramsOf(block) })

/** What is kept of a Result: hooks may put another text in its place, and then nothing else of it is kept. */
export async function resultByHooks(
  deps: Deps,
  { call, ...session }: HookSession & { call: ExecutingCall },
  result: Result,
): Promise<{ result: Result; hookRuns: HookRun[]; isReplaced: boolean }> {
  const { tool, arguments: args } = call.effective
  const { kind, text } = result
  const { answers, block, runs } = await askHooks(deps, {
    ...session,
    point: 'tool_result_persist',
    payload: { callId: call.id, tool, arguments: args, kind, result: text },
  })
  const last = answers.findLast(({ answer }) => answer.result !== undefined)
  const by = block?.hook ?? last?.hook
  if (!by) return { result, hookRuns: runs, isReplaced: false }
  const withheld = block && nothingRan('error', { code: 'result.hookWithheld', params: paramsOf(block) })
  const { changed, changes, masked, isError } = result
  const texts = withheld
    ? { text: withheld.text, codedText: withheld.codedText }
    : { text: last?.answer.result ?? '' }
  const replaced: Result = { kind, ...texts, changed, changes, masked, isError, hook: by.name }
  return { result: replaced, hookRuns: runs, isReplaced: true }
}
