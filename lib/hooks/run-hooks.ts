import * as z from 'zod'
import { ANSWER, type Hook, type HookAnswer, type HookRun } from '@/lib/domain/hooks/hook'
import { type HookPoint, POINTS } from '@/lib/domain/hooks/points'
import { oneLine } from '@/lib/text/truncate'
import type { HookReply } from './call-hook'

/** What a hook said, as far as its point takes it. */
export type HookSpeech = { kind: 'answer'; answer: HookAnswer } | Extract<HookReply, { reason: string }>

type Objection = { hook: Hook; reason: string }

/** What the hooks of a point did, in their order, and what follows from it. */
export type HookChain = {
  runs: HookRun[]
  answers: { hook: Hook; answer: HookAnswer }[]
  block?: Objection | undefined
  ask?: Objection | undefined
  /** The first whose rewrite came too late. */
  late?: Objection | undefined
}

type Chain = {
  point: HookPoint
  hooks: readonly Hook[]
  payload: Record<string, unknown>
  speak: (hook: Hook, payload: Record<string, unknown>) => Promise<HookSpeech>
  /** Takes what a hook made of the arguments, a text or a model, or says why that cannot be. */
  rewrite?: (answer: HookAnswer) => Promise<string | null> | string | null
  /** Whether a person has been asked for, or has decided, already. */
  isFrozen?: boolean | undefined
}

/**
 * Asks the hooks of a point one after the other. Each is told the event as it was, and what came of it so far; the first
 * that blocks, or answers in the model's place, is the last. A hook narrows and never widens: `false` is no opinion, and
 * what one made of a Call is checked before the next is asked. From the first on that asks for a person the arguments
 * stay as they are. What fails at a point that decides blocks, unless the hook is to go on; elsewhere it is noted.
 */
export async function runHooks(asking: Chain): Promise<HookChain> {
  const { point, hooks, payload, speak, rewrite, isFrozen = false } = asking
  const { kind } = POINTS[point]
  const chain: HookChain = { runs: [], answers: [] }
  let event = payload
  for (const hook of hooks) {
    const began = performance.now()
    let speech = await speak(hook, event)
    const product = speech.kind === 'answer' ? productOf(speech.answer) : undefined
    const isLate = product !== undefined && (isFrozen || chain.ask !== undefined)
    if (speech.kind === 'answer' && product !== undefined && !isLate) {
      const reason = await rewrite?.(speech.answer)
      if (reason) speech = { kind: 'failed', reason }
      else event = { ...event, ['result' in speech.answer ? 'result' : 'rewritten']: product }
    }
    const { verdict, reason } = verdictOf(hook, speech, { kind, isLate })
    const ms = Math.round(performance.now() - began)
    chain.runs.push({ hook: hook.name, hookId: hook.id, point, verdict, ms, ...(reason && { reason }) })
    if (verdict === 'block') return { ...chain, block: { hook, reason: reason ?? '' } }
    if (speech.kind !== 'answer') continue
    if (isLate) chain.late ??= { hook, reason: 'It would change the arguments.' }
    const { answer } = speech
    chain.answers.push({ hook, answer })
    if (answer.ask) chain.ask ??= { hook, reason: answer.reason ?? '' }
    if (answer.model !== undefined || answer.reply !== undefined || answer.silent) break
  }
  return chain
}

/** What a hook puts in the place of something else; nothing where it blocks. */
const productOf = ({ block, cancel, arguments: args, text, result, model }: HookAnswer): unknown =>
  block || cancel ? undefined : (args ?? text ?? result ?? model)

function verdictOf(
  { onFailure }: Hook,
  speech: HookSpeech,
  { kind, isLate }: { kind: string; isLate: boolean },
): Pick<HookRun, 'verdict' | 'reason'> {
  if (speech.kind !== 'answer') {
    const blocks = kind === 'decide' && (speech.kind === 'objects' || onFailure === 'block')
    return { verdict: blocks ? 'block' : 'failed', reason: speech.reason }
  }
  const { answer } = speech
  const { reason, block, cancel, ask, reply, silent } = answer
  if (block || cancel) return { verdict: 'block', reason }
  if (ask) return { verdict: 'ask', reason }
  if (isLate) return { verdict: 'refused', reason }
  if (productOf(answer) !== undefined || reply !== undefined || silent) return { verdict: 'rewrite', reason }
  return { verdict: kind === 'inject' && Object.keys(answer).length > 0 ? 'inject' : 'pass', reason }
}

/** A reply as an answer at a point; where it is none there, what is wrong with it. */
export function speechIn(point: HookPoint, reply: HookReply): HookSpeech {
  if (reply.kind !== 'said') return { kind: reply.kind, reason: oneLine(reply.reason.slice(0, MOST_REASON)) }
  const { kind, answers } = POINTS[point]
  const text = reply.text.trim()
  if (kind === 'observe' || text === '') return { kind: 'answer', answer: {} }
  const value = jsonIn(text)
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  const [first] = answers
  if (!isObject && kind === 'inject' && first) return { kind: 'answer', answer: { [first]: text } }
  if (!isObject) return { kind: 'failed', reason: 'Its answer is no JSON object.' }
  const allowed = Object.fromEntries(answers.map(name => [name, ANSWER[name]]))
  const parsed = z.strictObject(allowed).partial().safeParse(value)
  if (parsed.success) return { kind: 'answer', answer: parsed.data }
  const { message } = parsed.error.issues[0] ?? { message: '' }
  return { kind: 'failed', reason: `Its answer is none of ${point}: ${oneLine(message.slice(0, 200))}` }
}

const MOST_REASON = 2_000

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
