import type { Call } from '@/lib/domain/call/call'
import { invocationOf, isByPerson } from '@/lib/domain/call/call-state'
import type { Decision, SeenExtent } from '@/lib/domain/call/decision'
import { isElicitation } from '@/lib/domain/call/elicitation'
import { pictureSize } from '@/lib/domain/call/picture'
import { code, fenced, inLine } from './markdown-text'

/** One Call with every Decision about it, and what came of it. */
export function callMarkdown(call: Call): string {
  const parts = [
    `### Call: ${code(call.proposed.tool)}`,
    [
      ...(call.preview ? [inLine(call.preview.summary)] : []),
      `${originOf(call)}, ${call.risk.level} risk${reasonsOf(call)}.`,
    ].join('  \n'),
    'Arguments, as proposed:',
    fenced(call.proposed.argumentsText, 'json'),
    ...changed(call),
    call.decisions.map(decisionLine).join('\n'),
    ...resultOf(call),
  ]
  return parts.filter(part => part !== '').join('\n\n')
}

function originOf(call: Call): string {
  if (isElicitation(call)) return `Asked by ${inLine(call.source)} while another call ran`
  return `Proposed by ${isByPerson(call) ? 'a person' : 'the model'}`
}

const reasonsOf = ({ risk }: Call): string =>
  risk.reasons.length > 0 ? ` (${risk.reasons.map(inLine).join('; ')})` : ''

/** What ran or would run, where that is not what was proposed. */
function changed(call: Call): string[] {
  const { tool, argumentsText } = invocationOf(call)
  const isSame = tool === call.proposed.tool && argumentsText === call.proposed.argumentsText
  return isSame ? [] : [`Changed by a person to ${code(tool)}:`, fenced(argumentsText, 'json')]
}

const KINDS: Record<Decision['kind'], string> = {
  approve: 'Approved',
  edit: 'Approved with changes',
  replace: 'Approved as another call',
  deny: 'Denied',
  answer: 'Answered in its place',
  retry: 'Approved to run again',
  mark_done: 'Marked as done',
  skip: 'Skipped',
}

const SEEN: Record<SeenExtent, string> = { whole: 'all of it was on screen', part: 'without reading on' }

function decisionLine(decision: Decision): string {
  const { kind, by, at, digest, reason, seen } = decision
  const words = [
    `${KINDS[kind]} by ${inLine(by.name)} (${by.type}), ${at}, digest ${code(digestPrefix(digest))}`,
    ...(seen ? [SEEN[seen]] : []),
    ...(decision.void ? [`no longer held: ${decision.void.replaceAll('_', ' ')}`] : []),
    ...(reason ? [`reason: ${inLine(reason)}`] : []),
  ]
  return `- ${words.join('; ')}`
}

/** The characters by which people tell one from another. */
const digestPrefix = (digest: string): string => digest.replace(/^sha256:/, '').slice(0, 8)

const RESULTS: Record<string, string> = {
  ok: 'Result: done',
  error: 'Result: it failed',
  denied: 'Not run: denied',
  answered: 'Answered by a person',
  expired: 'Nobody decided in time',
  not_run: 'Not run',
  unknown: 'Outcome unknown: it may or may not have happened',
}

function resultOf(call: Call): string[] {
  if (call.state !== 'settled') return [`State: ${call.state}.`]
  const { kind, text, truncated, images = [] } = call.result
  const cut = truncated ? `, ${truncated.chars} characters left out` : ''
  return [
    `${RESULTS[kind]}, ${call.endedAt}${cut}`,
    ...(text === '' ? [] : [fenced(text)]),
    ...images.map(image => `- ${pictureSize(image)}, ${code(image.hash)}`),
  ]
}
