import type { AssistantMessage, ModelMessage } from '@/lib/domain/call/solution'
import type { DialectFormat, OfferedTool } from './dialects/dialect'

/** Renders the Calls of a reply, and all Results of a set, in a dialect. */
export type DialectRenderer = Pick<DialectFormat, 'name' | 'renderCalls' | 'renderResults'>

/**
 * The format of Calls and Results in the history: native, that of a dialect, or each as it was written, with `dialect`
 * for those in text.
 */
export type HistoryFormat =
  | { calls: 'native' }
  | { calls: 'text' | 'as_said'; dialect: DialectRenderer; tools: OfferedTool[] }

/**
 * Renders a paired history in one format. What the model itself wrote in the same dialect stays verbatim; a set
 * rendered as text has all its Results in one message after it.
 */
export function inDialect(paired: ModelMessage[], form: HistoryFormat): ModelMessage[] {
  const messages: ModelMessage[] = []
  for (let at = 0; at < paired.length; at += 1) {
    const message = paired[at]
    if (!message) break
    if (message.role !== 'assistant') messages.push(message)
    else if (form.calls === 'native' || (form.calls === 'as_said' && message.dialect === undefined))
      messages.push(inNative(message))
    else {
      const behind = at + 1 + message.calls.length
      const results = paired.slice(at + 1, behind).filter(one => one.role === 'result')
      messages.push(inText(message, form))
      if (results.length > 0) {
        const images = results.flatMap(result => result.images ?? [])
        const text = form.dialect.renderResults(results)
        messages.push({ role: 'user', text, aside: true, ...(images.length > 0 ? { images } : {}) })
      }
      at = behind - 1
    }
  }
  return messages
}

/** A provider's signed parts cover the whole text, so they are sent only with it. */
function inNative(original: AssistantMessage): AssistantMessage {
  const { dialect, plain, ...message } = original
  if (dialect === undefined && plain === undefined) return original
  if (dialect === undefined || (plain === undefined && message.calls.length === 0)) return message
  const { role, text, calls, failures } = message
  return { role, text: plain ?? text, calls, failures }
}

function inText(
  message: AssistantMessage,
  form: Extract<HistoryFormat, { dialect: DialectRenderer }>,
): AssistantMessage {
  const { role, calls, failures, verbatim } = message
  const isOwn = message.dialect === form.dialect.name
  const plain = { text: message.plain ?? message.text, calls }
  const text = isOwn ? message.text : form.dialect.renderCalls(plain, form.tools)
  const isWhole = text === message.text && (isOwn || calls.length === 0)
  return { role, text, calls: [], failures, ...(isWhole && verbatim ? { verbatim } : {}) }
}
