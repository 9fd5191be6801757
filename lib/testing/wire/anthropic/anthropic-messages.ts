import type { Objection } from '../protocol'
import type { AnthropicMessage } from './anthropic-shape'

/** Every tool_use is answered once, in the next message, before anything else in it, and in order. */
export function messagesObjection(messages: AnthropicMessage[]): Objection | null {
  if (messages[0]?.role !== 'user') return { message: 'messages: first message must use the "user" role' }
  const seen = new Set<string>()
  for (const [index, message] of messages.entries()) {
    const fault =
      message.role === 'user'
        ? resultsFault(message, { index, uses: usesOf(messages[index - 1]) })
        : usesFault(message, { index, seen, answered: resultsOf(messages[index + 1]) })
    if (fault) return { message: fault }
  }
  return messages.at(-1)?.role === 'assistant'
    ? {
        message:
          'This model does not support assistant message prefill. The conversation must end with a user message.',
      }
    : null
}

const usesOf = (message: AnthropicMessage | undefined): string[] =>
  message?.role === 'assistant'
    ? message.content.flatMap(block => (block.type === 'tool_use' ? [block.id] : []))
    : []

/** The results a message begins with; what comes after another block answers nothing. */
function resultsOf(message: AnthropicMessage | undefined): string[] {
  if (message?.role !== 'user') return []
  const end = message.content.findIndex(block => block.type !== 'tool_result')
  const first = end < 0 ? message.content : message.content.slice(0, end)
  return first.flatMap(block => (block.type === 'tool_result' ? [block.tool_use_id] : []))
}

type Uses = { index: number; seen: Set<string>; answered: string[] }

function usesFault(message: AnthropicMessage, { index, seen, answered }: Uses): string | null {
  const uses = usesOf(message)
  for (const id of uses) {
    if (seen.has(id)) return `messages.${index}: \`tool_use\` ids must be unique`
    seen.add(id)
  }
  const open = uses.filter(id => !answered.includes(id))
  if (open.length > 0)
    return (
      `messages.${index}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ` +
      `${open.join(', ')}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the ` +
      'next message.'
    )
  const last = message.content.at(-1)
  return last?.type === 'thinking' || last?.type === 'redacted_thinking'
    ? `messages.${index}: The final block in an assistant message cannot be \`thinking\`.`
    : null
}

function resultsFault(
  message: AnthropicMessage,
  { index, uses }: { index: number; uses: string[] },
): string | null {
  const owed = [...uses]
  for (const [place, block] of message.content.entries()) {
    if (block.type !== 'tool_result') continue
    const at = `messages.${index}.content.${place}`
    const id = block.tool_use_id
    if (!uses.includes(id))
      return (
        `${at}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${id}. Each \`tool_result\` block ` +
        'must have a corresponding `tool_use` block in the previous message.'
      )
    if (!owed.includes(id))
      return `${at}: each tool_use must have a single result. Found multiple \`tool_result\` blocks with id: ${id}`
    if (owed[0] !== id) return `${at}: results must be in the order of their calls, expected ${owed[0]}`
    owed.shift()
  }
  return null
}
