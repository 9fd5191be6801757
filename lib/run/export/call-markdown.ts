import type { Call } from '@/lib/domain/call/call'
import { invocationOf, isByPerson } from '@/lib/domain/call/call-state'
import type { Decision } from '@/lib/domain/call/decision'
import { isElicitation } from '@/lib/domain/call/elicitation'
import { pictureSize } from '@/lib/domain/call/picture'
import { inLanguage, type Say } from './export-language'
import { code, fenced, inLine } from './markdown-text'

/** One Call with every Decision about it, and what came of it. */
export function callMarkdown(call: Call, say: Say = inLanguage('en')): string {
  const parts = [
    `### ${say('call', { tool: code(call.proposed.tool) })}`,
    [
      ...(call.preview ? [inLine(say.stored(call.preview.words, call.preview.summary))] : []),
      say('risk', { origin: originOf(call, say), level: call.risk.level, ...reasonsOf(call, say) }),
    ].join('  \n'),
    say('arguments'),
    fenced(call.proposed.argumentsText, 'json'),
    ...changed(call, say),
    call.decisions.map(decision => decisionLine(decision, say)).join('\n'),
    ...resultOf(call, say),
  ]
  return parts.filter(part => part !== '').join('\n\n')
}

function originOf(call: Call, say: Say): string {
  if (isElicitation(call)) return say('asked', { source: inLine(call.source) })
  return say(isByPerson(call) ? 'byPerson' : 'byModel')
}

const reasonsOf = ({ risk }: Call, say: Say) => ({
  hasReasons: risk.reasons.length > 0 ? 'yes' : 'no',
  reasons: risk.reasons.map((reason, at) => inLine(say.stored(risk.words?.[at], reason))).join('; '),
})

/** What ran or would run, where that is not what was proposed. */
function changed(call: Call, say: Say): string[] {
  const { tool, argumentsText } = invocationOf(call)
  const isSame = tool === call.proposed.tool && argumentsText === call.proposed.argumentsText
  return isSame ? [] : [say('changed', { tool: code(tool) }), fenced(argumentsText, 'json')]
}

function decisionLine(decision: Decision, say: Say): string {
  const { kind, by, at, digest, reason, seen } = decision
  const what = say(kind === 'mark_done' ? 'markDone' : kind)
  const words = [
    say('decision', { what, name: inLine(by.name), type: by.type, at, digest: code(digestPrefix(digest)) }),
    ...(seen ? [say(seen)] : []),
    ...(decision.void ? [say('void', { reason: decision.void.replaceAll('_', ' ') })] : []),
    ...(reason ? [say('reason', { reason: inLine(reason) })] : []),
  ]
  return `- ${words.join('; ')}`
}

/** The characters by which people tell one from another. */
const digestPrefix = (digest: string): string => digest.replace(/^sha256:/, '').slice(0, 8)

function resultOf(call: Call, say: Say): string[] {
  if (call.state !== 'settled') return [say('callState', { state: call.state })]
  const { kind, text, words, truncated, images = [] } = call.result
  const what = say(kind === 'not_run' ? 'notRun' : kind)
  return [
    say('outcome', { what, at: call.endedAt, cut: truncated?.chars ?? 0 }),
    ...(text === '' ? [] : [fenced(say.stored(words, text))]),
    ...images.map(image => `- ${pictureSize(image)}, ${code(image.hash)}`),
  ]
}
