import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod'
import { ANSWER, type Hook, type HookAnswer, type HookRun } from '@/lib/domain/hooks/hook'
import { type HookPoint, POINTS } from '@/lib/domain/hooks/points'
import { isObject, isTooDeep, jsonIn, storable } from '@/lib/text/json/json-value'
import { oneLine } from '@/lib/text/truncate'
import type { HookReply } from './call-hook'

/** A hook's answer, as far as its point takes it, or why there is none. */
export type HookResponse = { kind: 'answer'; answer: HookAnswer } | Extract<HookReply, { reason: string }>

/** A hook that stands against something, and why. */
export type HookObjection = { hook: Hook; reason: string }

/** What texts about it say. */
export const hookParams = ({ hook, reason }: HookObjection) => ({ hook: hook.name, reason: reason || 'none' })

/** What the hooks of a point did, in their order, and what follows from it. */
export type HookChain = {
  runs: HookRun[]
  answers: { hook: Hook; answer: HookAnswer }[]
  block?: HookObjection | undefined
  ask?: HookObjection | undefined
  /** The last that was accepted. */
  rewrite?: { hook: Hook; answer: HookAnswer } | undefined
  /** The first that came too late. */
  refusedRewrite?: HookObjection | undefined
  /** The one that had not answered when no answer was wanted any more. */
  stopped?: HookObjection | undefined
}

type ChainInput = {
  point: HookPoint
  hooks: readonly Hook[]
  payload: Record<string, unknown>
  ask: (hook: Hook, payload: Record<string, unknown>) => Promise<HookResponse>
  /** Names what the hook is asked about, before it is. */
  keyOf?: (hook: Hook) => string
  /** Takes what a hook made of the arguments, a text or a model, or says why that cannot be. */
  checkRewrite?: (answer: HookAnswer, hook: Hook) => Promise<string | null> | string | null
  /** Whether a person has been asked for, or has decided, already. */
  isFrozen?: boolean | undefined
  signal?: AbortSignal | undefined
}

/**
 * Asks the hooks of a point one after the other. Each is told what those before it made of the event; the first that
 * blocks, or answers in the model's place, is the last. A hook narrows and never widens: `false` is no opinion, and what
 * one made of a Call is checked before the next is asked. From the first on that asks for a person the arguments stay as
 * they are. What fails at a point that decides blocks, unless the hook is to go on; elsewhere it is noted.
 */
export async function runHooks(input: ChainInput): Promise<HookChain> {
  const { point, hooks, payload, ask, keyOf, checkRewrite, isFrozen = false, signal } = input
  const { kind, fields } = POINTS[point]
  const chain: HookChain = { runs: [], answers: [] }
  let event = payload
  for (const hook of hooks) {
    const began = performance.now()
    const key = keyOf?.(hook)
    let response = await ask(hook, event)
    if (signal?.aborted && response.kind !== 'answer')
      return { ...chain, stopped: { hook, reason: 'It was stopped.' } }
    const rewrite = response.kind === 'answer' && rewriteOf(response.answer, event)
    const change = rewrite ? (isFrozen || chain.ask ? 'refused' : 'rewrite') : null
    if (response.kind === 'answer' && rewrite && change === 'rewrite') {
      const { answer } = response
      const fault = await checkRewrite?.(answer, hook)
      // Also where the hook is to go on a person is asked for.
      if (fault && answer.ask && hook.onFailure === 'continue')
        response = { kind: 'answer', answer: { ask: true, reason: answer.reason ?? fault } }
      else if (fault) response = { kind: 'failed', reason: fault }
      else {
        const { field, value } = rewrite
        const proposed = event.proposed ?? event[field]
        event = { ...event, [field]: value, ...(fields.includes('proposed') && { proposed }) }
        chain.rewrite = { hook, answer }
      }
    }
    const { verdict, reason } = verdictOf(hook, response, { kind, change })
    const ms = Math.round(performance.now() - began)
    chain.runs.push({ hook: hook.name, hookId: hook.id, point, verdict, ms, reason, key })
    if (verdict === 'block') return { ...chain, block: { hook, reason: reason ?? '' } }
    if (response.kind !== 'answer') continue
    if (change === 'refused') chain.refusedRewrite ??= { hook, reason: 'It would change the arguments.' }
    const { answer } = response
    chain.answers.push({ hook, answer })
    if (answer.ask) chain.ask ??= { hook, reason: answer.reason ?? '' }
    if (answer.model !== undefined || answer.reply !== undefined || answer.silent) break
  }
  return chain
}

/** What a hook puts in the place of something else; nothing where it blocks, or leaves that as it is. */
function rewriteOf(answer: HookAnswer, event: Record<string, unknown>) {
  if (answer.block || answer.cancel) return null
  const field = (['arguments', 'text', 'result', 'model'] as const).find(name => answer[name] !== undefined)
  return field && !isDeepStrictEqual(answer[field], event[field]) ? { field, value: answer[field] } : null
}

function verdictOf(
  { onFailure }: Hook,
  response: HookResponse,
  { kind, change }: { kind: string; change: 'refused' | 'rewrite' | null },
): Pick<HookRun, 'verdict' | 'reason'> {
  if (response.kind !== 'answer') {
    const blocks = kind === 'decide' && (response.kind === 'blocks' || onFailure === 'block')
    return { verdict: blocks ? 'block' : 'failed', reason: response.reason }
  }
  const { answer } = response
  const { reason, block, cancel, ask, reply, silent } = answer
  if (block || cancel) return { verdict: 'block', reason }
  if (ask) return { verdict: 'ask', reason }
  if (change) return { verdict: change, reason }
  if (reply !== undefined || silent) return { verdict: 'rewrite', reason }
  return { verdict: kind === 'inject' && Object.keys(answer).length > 0 ? 'inject' : 'pass', reason }
}

/** A reply as an answer at a point, as it can be stored; where it is none there, what is wrong with it. */
export function readHookReply(point: HookPoint, reply: HookReply): HookResponse {
  if (reply.kind !== 'text')
    return { kind: reply.kind, reason: storable(oneLine(reply.reason.slice(0, MOST_REASON))) }
  const { kind, answers } = POINTS[point]
  const text = storable(reply.text.trim())
  if (kind === 'observe' || text === '') return { kind: 'answer', answer: {} }
  const value = jsonIn(text)
  const [first] = answers
  if (!isObject(value) && kind === 'inject' && first) return { kind: 'answer', answer: { [first]: text } }
  if (!isObject(value)) return { kind: 'failed', reason: 'Its answer is no JSON object.' }
  if (isTooDeep(value)) return { kind: 'failed', reason: 'Its answer is nested too deep.' }
  const allowed = Object.fromEntries(answers.map(name => [name, ANSWER[name]]))
  const parsed = z.strictObject(allowed).partial().safeParse(storable(value))
  if (parsed.success) return { kind: 'answer', answer: parsed.data }
  const { message } = parsed.error.issues[0] ?? { message: '' }
  return {
    kind: 'failed',
    reason: storable(`Its answer is none of ${point}: ${oneLine(message.slice(0, 200))}`),
  }
}

const MOST_REASON = 2_000
