import { randomUUID } from 'node:crypto'
import { isJsonObject } from '../json-object'
import { type Known, no, type Objection, type Reading, type Received, type WireModel } from '../protocol'
import { ChatBody, type ChatMessage } from './chat-shape'
import { followed, formatObjection } from './openai-format'
import { shapeObjection, unknownModel, unreadable } from './openai-objections'
import { toolsObjection } from './openai-tools'

/** Accepts a request to chat completions, or refuses it as OpenAI or a strict compatible server would. */
export function checkChat(received: Received, { models }: Known): Reading {
  const unread = unreadable(received)
  if (unread) return no(unread)
  const parsed = ChatBody.safeParse(received.body)
  if (!parsed.success) return no(shapeObjection(parsed.error))
  const model = models.find(({ id }) => id === parsed.data.model)
  if (!model) return no(unknownModel(parsed.data.model))
  const format = formatOf(parsed.data)
  const refused =
    optionsRefusal(parsed.data) ??
    formatObjection(format, model, 'response_format') ??
    toolsRefusal(parsed.data) ??
    pairingRefusal(parsed.data.messages)
  if (refused) return no(refused)
  const inputTokens = Math.ceil(JSON.stringify(parsed.data.messages).length / 4)
  const tooLong = lengthRefusal(model, inputTokens)
  if (tooLong) return no(tooLong)
  const { stream, stream_options } = parsed.data
  const wantsUsage = stream_options?.include_usage ?? false
  const ask = {
    id: randomUUID(),
    model: model.id,
    streamed: stream ?? false,
    wantsUsage,
    inputTokens,
    ...followed(format),
  }
  return { kind: 'ask', ask }
}

const formatOf = ({ response_format: format }: ChatBody) =>
  format?.type === 'json_schema' ? format.json_schema : undefined

function optionsRefusal({
  stream,
  stream_options,
  max_tokens,
  max_completion_tokens,
}: ChatBody): Objection | null {
  if (stream_options && !stream)
    return { message: "The 'stream_options' parameter is only allowed when 'stream' is enabled." }
  if (max_tokens && max_completion_tokens)
    return { message: "Setting 'max_tokens' and 'max_completion_tokens' at the same time is not supported." }
  return null
}

function toolsRefusal({ tools = [], tool_choice, parallel_tool_calls }: ChatBody): Objection | null {
  if (parallel_tool_calls !== undefined && tools.length === 0)
    return {
      message: "'parallel_tool_calls' is only allowed when 'tools' are specified.",
      param: 'parallel_tool_calls',
    }
  const offered = tools.map(({ function: { name, parameters } }, index) => ({
    name,
    parameters,
    at: `tools[${index}].function.parameters`,
  }))
  return toolsObjection(offered, typeof tool_choice === 'object' ? tool_choice.function : tool_choice)
}

/** Each call of an assistant message is answered once, right after it and in order, and nothing else is. */
function pairingRefusal(messages: ChatMessage[]): Objection | null {
  let owed: string[] = []
  for (const [index, message] of messages.entries()) {
    const fault =
      message.role === 'tool'
        ? answerFault(message.tool_call_id, owed)
        : (owedFault(owed) ?? messageFault(message, messages.slice(0, index)))
    if (fault) return { message: fault, param: `messages.[${index}].role` }
    if (message.role === 'tool') owed = owed.slice(1)
    else owed = (message.role === 'assistant' && message.tool_calls?.map(call => call.id)) || []
  }
  const last = messages.at(-1)
  const fault = owedFault(owed)
  if (fault) return { message: fault, param: 'messages' }
  return last?.role === 'assistant'
    ? { message: 'Expected last role user or tool but got assistant.', param: 'messages' }
    : null
}

function answerFault(id: string, owed: string[]): string | null {
  if (owed.length === 0)
    return "messages with role 'tool' must be a response to a preceding message with 'tool_calls'."
  if (!owed.includes(id))
    return `Invalid parameter: 'tool_call_id' of '${id}' not found in 'tool_calls' of previous message.`
  return owed[0] === id ? null : `Tool messages must be in the order of their calls: expected '${owed[0]}'.`
}

const owedFault = (owed: string[]): string | null =>
  owed.length === 0
    ? null
    : "An assistant message with 'tool_calls' must be followed by tool messages responding to each " +
      `'tool_call_id'. The following tool_call_ids did not have response messages: ${owed.join(', ')}`

function messageFault(message: ChatMessage, before: ChatMessage[]): string | null {
  if (message.role === 'system' || message.role === 'developer')
    return before.every(({ role }) => role === 'system' || role === 'developer')
      ? null
      : 'System message must be at the beginning.'
  if (message.role !== 'assistant') return null
  const calls = message.tool_calls ?? []
  if (calls.length === 0 && !hasText(message.content))
    return 'Assistant message must have either content or tool_calls, but not none.'
  if (new Set(calls.map(call => call.id)).size < calls.length) return 'Duplicate tool call ids.'
  const broken = calls.find(call => !isJsonObject(call.function.arguments))
  return broken ? `Arguments of '${broken.id}' must be a JSON object.` : null
}

const hasText = (content: Extract<ChatMessage, { role: 'assistant' }>['content']): boolean =>
  Boolean(typeof content === 'string' ? content : content?.some(part => part.text))

function lengthRefusal({ contextTokens }: WireModel, tokens: number): Objection | null {
  if (contextTokens === undefined || tokens <= contextTokens) return null
  return {
    message:
      `This model's maximum context length is ${contextTokens} tokens. However, your messages resulted in ` +
      `${tokens} tokens. Please reduce the length of the messages.`,
    param: 'messages',
    code: 'context_length_exceeded',
  }
}
