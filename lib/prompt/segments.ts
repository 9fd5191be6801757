import { ModelMessage } from '@/lib/domain/call/solution'
import type { RequestContent, Segment, SentPart } from '@/lib/domain/run/request-record'
import { estimatedTokens } from './budget'

/**
 * What a Request sent, part by part in order, with the size of each. Old records have no parts for their instructions.
 */
export const segmentsOf = (request: RequestContent, parts: SentPart[]): Segment[] => [
  ...(parts.length > 0
    ? parts.map(({ label, source, chars, rawChars }) => ({
        ...sized(label, source, chars),
        ...(rawChars === undefined ? {} : { rawChars }),
      }))
    : [segment('Instructions', 'instructions', request.instructions)]),
  ...(request.tools.length > 0 ? [segment('Tools', 'tools', JSON.stringify(request.tools))] : []),
  ...(request.replySchema
    ? [segment('Reply schema', 'dialect/schema', JSON.stringify(request.replySchema))]
    : []),
  ...request.messages.map(messageSegment),
]

const NOTES = {
  mode: { label: 'Mode', source: 'session/mode' },
  plan: { label: 'Plan', source: 'session/plan' },
  state: { label: 'State', source: 'session/state' },
  memory: { label: 'Memory', source: 'memory' },
  limit: { label: 'The limit', source: 'instructions/cap' },
}

function messageSegment(value: unknown, index: number): Segment {
  const source = `messages/${index}`
  const parsed = ModelMessage.safeParse(value)
  if (!parsed.success) return segment('Message', source, JSON.stringify(value) ?? '')
  const message = parsed.data
  switch (message.role) {
    case 'user':
      if (message.compaction)
        return segment('Earlier messages', `compactions/${message.compaction}`, message.text)
      if (message.note === 'hook')
        return segment(`Hook ${message.hook}`, `hook:${message.hook}`, message.text)
      if (message.note) return segment(NOTES[message.note].label, NOTES[message.note].source, message.text)
      return segment(message.aside ? 'Note' : 'User', source, message.text)
    case 'assistant': {
      const calls = message.calls.map(({ tool, argumentsText }) => tool + argumentsText)
      return segment('Assistant', source, message.text + calls.join(''))
    }
    case 'result':
      return segment(`Result of ${message.tool}`, source, message.text)
    default:
      return message satisfies never
  }
}

const segment = (label: string, source: string, text: string): Segment => sized(label, source, text.length)

const sized = (label: string, source: string, chars: number): Segment => ({
  label,
  source,
  chars,
  tokens: estimatedTokens(chars),
})
