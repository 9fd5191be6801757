import type { AssistantMessage, ModelMessage, ResultMessage, TextDialect } from '@/lib/domain/solution'
import type { JsonSchema } from '@/lib/domain/tool'

type Named = { tool: string; argumentsText: string }
type OfferedTool = { name: string; schema: JsonSchema }

/** How a dialect writes the Calls of a reply, and all Results of a set. */
export type Telling = {
  name: TextDialect
  renderCalls: (reply: { text: string; calls: Named[] }, tools: OfferedTool[]) => string
  renderResults: (results: Pick<ResultMessage, 'tool' | 'text' | 'isError'>[]) => string
}

/**
 * In which form Calls and Results are told: in the provider's own, in that of a dialect, or each as it was said,
 * with `dialect` for those that were said in text.
 */
export type Form = { calls: 'native' } | { calls: 'text' | 'as_said'; dialect: Telling; tools: OfferedTool[] }

/**
 * A history whose calls and results pair, in one form. What the model wrote itself in the same dialect stays word for
 * word; a set that is told in text has all its Results in one message after it.
 */
export function inDialect(paired: ModelMessage[], form: Form): ModelMessage[] {
  const told: ModelMessage[] = []
  for (let at = 0; at < paired.length; at += 1) {
    const message = paired[at]
    if (!message) break
    if (message.role !== 'assistant') told.push(message)
    else if (form.calls === 'native' || (form.calls === 'as_said' && message.dialect === undefined))
      told.push(inNative(message))
    else {
      const behind = at + 1 + message.calls.length
      const results = paired.slice(at + 1, behind).filter(one => one.role === 'result')
      told.push(inText(message, form))
      if (results.length > 0)
        told.push({ role: 'user', text: form.dialect.renderResults(results), aside: true })
      at = behind - 1
    }
  }
  return told
}

/** Signed parts of a provider say the whole text, so that they go only with it. */
function inNative({ dialect, plain, ...message }: AssistantMessage): AssistantMessage {
  if (dialect === undefined || (plain === undefined && message.calls.length === 0)) return message
  const { role, text, calls, failures } = message
  return { role, text: plain ?? text, calls, failures }
}

function inText(message: AssistantMessage, form: Extract<Form, { dialect: Telling }>): AssistantMessage {
  const { role, calls, failures, verbatim } = message
  const isOwn = message.dialect === form.dialect.name
  const said = { text: message.plain ?? message.text, calls }
  const text = isOwn ? message.text : form.dialect.renderCalls(said, form.tools)
  const isWhole = text === message.text && (isOwn || calls.length === 0)
  return { role, text, calls: [], failures, ...(isWhole && verbatim ? { verbatim } : {}) }
}
