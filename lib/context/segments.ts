import type { Segment, Sent, SentPart } from '@/lib/domain/request-record'
import { ModelMessage } from '@/lib/domain/solution'

/** Characters of a token, on average over prose and code. */
const CHARS_PER_TOKEN = 4

/** What a Request sent, part by part in its order, with the share of each. An old one does not know the parts of its instructions. */
export const segmentsOf = (sent: Sent, parts: SentPart[]): Segment[] => [
  ...(parts.length > 0
    ? parts.map(({ label, source, chars, rawChars }) => ({
        ...sized(label, source, chars),
        ...(rawChars === undefined ? {} : { rawChars }),
      }))
    : [segment('Instructions', 'instructions', sent.instructions)]),
  ...(sent.tools.length > 0 ? [segment('Tools', 'tools', JSON.stringify(sent.tools))] : []),
  ...(sent.replySchema ? [segment('Reply schema', 'dialect/schema', JSON.stringify(sent.replySchema))] : []),
  ...sent.messages.map(messageSegment),
]

function messageSegment(given: unknown, index: number): Segment {
  const source = `messages/${index}`
  const parsed = ModelMessage.safeParse(given)
  if (!parsed.success) return segment('Message', source, JSON.stringify(given) ?? '')
  const message = parsed.data
  switch (message.role) {
    case 'user':
      if (message.compaction)
        return segment('Earlier messages', `compactions/${message.compaction}`, message.text)
      return segment(message.aside ? 'Note' : 'User', source, message.text)
    case 'assistant':
      return segment('Assistant', source, message.text + message.calls.map(written).join(''))
    case 'result':
      return segment(`Result of ${message.tool}`, source, message.text)
    default:
      return message satisfies never
  }
}

const written = (call: { tool: string; argumentsText: string }): string => call.tool + call.argumentsText

const segment = (label: string, source: string, text: string): Segment => sized(label, source, text.length)

const sized = (label: string, source: string, chars: number): Segment => ({
  ...{ label, source, chars },
  tokens: Math.ceil(chars / CHARS_PER_TOKEN),
})
