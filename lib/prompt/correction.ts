import type { Call, Invocation } from '@/lib/domain/call/call'
import { invocationOf } from '@/lib/domain/call/call-state'
import type { Decision } from '@/lib/domain/call/decision'
import { UPDATE_PLAN } from '@/lib/domain/call/tool'
import { GivenSteps, type PlanStep, planSteps } from '@/lib/domain/session/plan'
import { planChanges } from '@/lib/domain/session/plan-text'
import { type CodedText, firstOf, inEnglish, phrase, plain, type StoredText } from '@/lib/messages/phrase'
import { isObject } from '@/lib/text/json/json-value'
import { startOf } from '@/lib/text/truncate'

/** A Call as it was proposed or last shown, and the Decision about it. */
export type DecidedCall = { before: Call; decision: Decision }

/**
 * What a person changed and why, in words for people and the model; null if nothing was changed or said. The outcome
 * of each Call is in its Result; this is what to learn from it.
 */
export function correctionWords(decidedCalls: DecidedCall[], feedback: string | undefined): CodedText | null {
  const lines = decidedCalls.flatMap(
    ({ before, decision }) => lineWords(invocationOf(before), decision) ?? [],
  )
  const text = feedback?.trim()
  return inLines(text ? [...lines, plain(text)] : lines)
}

const inLines = (parts: CodedText[]): CodedText | null =>
  parts.length > 0 ? { code: 'plain.lines', parts, joint: 'lines' } : null

/** What one Decision changed; null if it changed nothing and gives no reason. */
export function correctionLine(before: Invocation, decision: Decision): string | null {
  const codedText = lineWords(before, decision)
  return codedText && phrase(codedText)
}

function lineWords(before: Invocation, decision: Decision): CodedText | null {
  const { tool } = before
  switch (decision.kind) {
    case 'edit':
      if (decision.argumentsText === before.argumentsText) return null
      if (tool === UPDATE_PLAN) return planCorrection(planOf(before), planOf(decision))
      return differences(before, decision)
    case 'replace':
      return { code: 'correction.replaced', params: { tool, other: decision.tool ?? '' } }
    case 'answer':
      return { code: 'correction.answered', params: { tool } }
    case 'deny':
      return decision.reason ? { code: 'correction.denied', params: { tool, reason: decision.reason } } : null
    default:
      return null
  }
}

/** How a person changed a Plan, in words. */
export function planCorrection(before: PlanStep[], after: PlanStep[]): CodedText {
  const parts = planChanges(before, after)
  return parts.length > 0 ? { code: 'correction.plan', parts } : { code: 'correction.planWritten' }
}

const planOf = ({ arguments: args }: { arguments?: unknown }): PlanStep[] => {
  const steps = GivenSteps.safeParse(fieldsOf(args).steps)
  return steps.success ? planSteps(steps.data) : []
}

/** The most arguments to name, and the most characters of each. */
const MOST = 10
const SHOWN_CHARS = 160

function differences(before: Invocation, decision: Decision): CodedText {
  const { tool } = before
  const [was, is] = [fieldsOf(before.arguments), fieldsOf(decision.arguments)]
  const keys = [...new Set([...Object.keys(was), ...Object.keys(is)])]
  const changed = keys.filter(key => JSON.stringify(was[key]) !== JSON.stringify(is[key]))
  if (changed.length === 0) return { code: 'correction.written', params: { tool } }
  const parts = changed.map(name => difference(name, was[name], is[name]))
  return { code: 'correction.changed', params: { tool }, parts: firstOf(parts, MOST, 'correction.more') }
}

function difference(name: string, was: unknown, is: unknown): CodedText {
  if (was === undefined) return { code: 'correction.added', params: { name, after: valueText(is) } }
  if (is === undefined) return { code: 'correction.removed', params: { name, before: valueText(was) } }
  return { code: 'correction.value', params: { name, before: valueText(was), after: valueText(is) } }
}

const fieldsOf = (value: unknown): Record<string, unknown> => (isObject(value) ? value : {})

function valueText(value: unknown): string {
  const text = JSON.stringify(value)
  return text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS)}… (${text.length} characters)` : text
}

/** The message that tells the model of a correction. */
export const correctionMessage = (text: string): string =>
  `The person corrected your last calls. Keep to it from now on, and revise your plan where that changes it.\n${text}`

/** What a person did by their own Calls, in words for people and the model; null if nothing came of it. */
export const personSetWords = (calls: Call[]): CodedText | null =>
  inLines(calls.flatMap(call => lineOf(call) ?? []))

function lineOf(call: Call): CodedText | null {
  if (call.state !== 'settled') return null
  const { tool, preview } = call
  const { kind, text } = call.result
  const summary = preview?.summary ?? ''
  switch (kind) {
    case 'ok':
      return { code: 'correction.ran', params: { tool, text } }
    case 'error':
      return { code: 'correction.ranFailed', params: { tool, text } }
    case 'answered':
      return { code: 'correction.ranDone', params: { tool, summary } }
    case 'unknown':
      return { code: 'correction.ranUnknown', params: { tool, summary } }
    case 'denied':
    case 'expired':
    case 'not_run':
      return null
    default:
      return kind satisfies never
  }
}

/** The message that tells the model about it. */
export const personSetMessage = (text: string): string =>
  `The person did this themselves, beside your calls. Go by how things are now.\n${text}`

/** The most characters of a cause. */
const MOST_CAUSE_CHARS = 500

/**
 * Why the agent revised its Plan: people's corrections since the last revision, oldest first, or of its own accord. A
 * change of the State is not why it made its first one.
 */
export function planChangeCause(corrections: Correction[], isFirst: boolean): StoredText {
  const parts = corrections.flatMap(causesIn).filter(({ code }) => !isFirst || code !== 'correction.state')
  if (parts.length === 0) return { code: isFirst ? 'cause.planned' : 'cause.wentOn' }
  const cause: StoredText = { code: 'plain.lines', parts, joint: 'lines' }
  const text = inEnglish(cause)
  return text.length > MOST_CAUSE_CHARS ? plain(startOf(text, MOST_CAUSE_CHARS)) : cause
}

type Correction = { text: string; codedText?: StoredText | undefined }

/** What a person did; or what they said, where they did nothing. */
function causesIn({ text, codedText }: Correction): StoredText[] {
  const parts = codedText?.code === 'plain.lines' ? (codedText.parts ?? []) : codedText ? [codedText] : []
  const did = parts.filter(({ code }) => code !== 'plain.text')
  return did.length > 0 ? did : [plain(text.split('\n')[0] ?? '')]
}
