import * as z from 'zod'
import type { Reading, Refused, WireModel, WireOptions, WireRequest } from './protocol'
import { schemaFault } from './schema-fault'

/** Accepts a request to chat completions, or refuses it as OpenAI or a strict compatible server would. */
export function checkChat({ headers, body }: WireRequest, { models }: WireOptions): Reading {
  if (!/^application\/json\b/.test(headers['content-type'] ?? ''))
    return no({ message: 'The content type must be application/json.' })
  if (body === undefined) return no({ message: 'We could not parse the JSON body of your request.' })
  const parsed = Body.safeParse(body)
  if (!parsed.success) return no(shapeRefusal(parsed.error))
  const model = models.find(({ id }) => id === parsed.data.model)
  if (!model) return no(unknownModel(parsed.data.model))
  const refused =
    optionsRefusal(parsed.data) ?? toolsRefusal(parsed.data) ?? pairingRefusal(parsed.data.messages)
  if (refused) return no(refused)
  const inputTokens = Math.ceil(JSON.stringify(parsed.data.messages).length / 4)
  const tooLong = lengthRefusal(model, inputTokens)
  if (tooLong) return no(tooLong)
  const { stream, stream_options } = parsed.data
  const wantsUsage = stream_options?.include_usage ?? false
  return { kind: 'ask', ask: { model: model.id, streamed: stream ?? false, wantsUsage, inputTokens } }
}

type Fault = Omit<Refused, 'status'> & { status?: number }

const no = (fault: Fault): Reading => ({ kind: 'refused', refused: { status: 400, ...fault } })

const unknownModel = (id: string): Fault => ({
  status: 404,
  message: `The model \`${id}\` does not exist or you do not have access to it.`,
  code: 'model_not_found',
})

const ToolName = z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/)
const TextPart = z.strictObject({ type: z.literal('text'), text: z.string() })
const UserPart = z.discriminatedUnion('type', [
  TextPart,
  z.strictObject({ type: z.literal('image_url'), image_url: z.looseObject({ url: z.string().min(1) }) }),
  z.strictObject({ type: z.literal('input_audio'), input_audio: z.looseObject({ data: z.string() }) }),
  z.strictObject({ type: z.literal('file'), file: z.looseObject({}) }),
])
const text = z.union([z.string(), z.array(TextPart).min(1)])
const name = z.string().optional()

const Call = z.strictObject({
  id: z.string().min(1).max(40),
  type: z.literal('function'),
  function: z.strictObject({ name: ToolName, arguments: z.string() }),
})

const Message = z.discriminatedUnion('role', [
  z.strictObject({ role: z.enum(['system', 'developer']), content: text, name }),
  z.strictObject({ role: z.literal('user'), content: z.union([z.string(), z.array(UserPart).min(1)]), name }),
  z.strictObject({
    role: z.literal('assistant'),
    content: text.nullish(),
    reasoning_content: z.string().nullish(),
    refusal: z.string().nullish(),
    name,
    tool_calls: z.array(Call).min(1).optional(),
  }),
  z.strictObject({ role: z.literal('tool'), content: text, tool_call_id: z.string().min(1) }),
])
type Message = z.infer<typeof Message>

const Tool = z.strictObject({
  type: z.literal('function'),
  function: z.strictObject({
    name: ToolName,
    description: z.string().max(1024).optional(),
    parameters: z.record(z.string(), z.unknown()).optional(),
    strict: z.boolean().nullish(),
  }),
})

const Body = z.strictObject({
  model: z.string().min(1),
  messages: z.array(Message).min(1),
  tools: z.array(Tool).min(1).max(128).optional(),
  tool_choice: z
    .union([
      z.enum(['none', 'auto', 'required']),
      z.strictObject({ type: z.literal('function'), function: z.strictObject({ name: ToolName }) }),
    ])
    .optional(),
  parallel_tool_calls: z.boolean().optional(),
  stream: z.boolean().nullish(),
  stream_options: z
    .strictObject({ include_usage: z.boolean().optional(), include_obfuscation: z.boolean().optional() })
    .nullish(),
  max_tokens: z.int().min(1).nullish(),
  max_completion_tokens: z.int().min(1).nullish(),
  temperature: z.number().min(0).max(2).nullish(),
  top_p: z.number().min(0).max(1).nullish(),
  presence_penalty: z.number().min(-2).max(2).nullish(),
  frequency_penalty: z.number().min(-2).max(2).nullish(),
  stop: z.union([z.string(), z.array(z.string()).min(1).max(4)]).nullish(),
  seed: z.int().nullish(),
  n: z.literal(1).nullish(),
  user: z.string().optional(),
  reasoning_effort: z.enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']).nullish(),
  response_format: z.looseObject({ type: z.enum(['text', 'json_object', 'json_schema']) }).optional(),
  store: z.boolean().nullish(),
  metadata: z.record(z.string(), z.string()).nullish(),
  verbosity: z.enum(['low', 'medium', 'high']).nullish(),
  service_tier: z.string().nullish(),
  prompt_cache_key: z.string().optional(),
  safety_identifier: z.string().optional(),
})
type Body = z.infer<typeof Body>

function shapeRefusal(error: z.ZodError): Fault {
  const issue = error.issues[0]
  const at = pathOf(issue?.path ?? [])
  if (issue?.code === 'unrecognized_keys' && at === '')
    return { message: `Unrecognized request argument supplied: ${issue.keys.join(', ')}` }
  const code = issue?.code === 'too_big' ? 'string_above_max_length' : 'invalid_value'
  return { message: `Invalid '${at}': ${issue?.message}`, param: at, code }
}

const pathOf = (path: PropertyKey[]): string =>
  path
    .map(key => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    .join('')
    .replace(/^\./, '')

function optionsRefusal({ stream, stream_options, max_tokens, max_completion_tokens }: Body): Fault | null {
  if (stream_options && !stream)
    return { message: "The 'stream_options' parameter is only allowed when 'stream' is enabled." }
  if (max_tokens && max_completion_tokens)
    return { message: "Setting 'max_tokens' and 'max_completion_tokens' at the same time is not supported." }
  return null
}

function toolsRefusal({ tools = [], tool_choice, parallel_tool_calls }: Body): Fault | null {
  const names = tools.map(tool => tool.function.name)
  for (const option of [
    tool_choice && 'tool_choice',
    parallel_tool_calls !== undefined && 'parallel_tool_calls',
  ])
    if (option && tools.length === 0)
      return { message: `'${option}' is only allowed when 'tools' are specified.`, param: option }
  if (typeof tool_choice === 'object' && !names.includes(tool_choice.function.name))
    return {
      message: `Tool choice '${tool_choice.function.name}' not found in 'tools'.`,
      param: 'tool_choice',
    }
  for (const [index, { function: tool }] of tools.entries()) {
    if (names.indexOf(tool.name) !== index) return { message: `Tool names must be unique: '${tool.name}'.` }
    const fault = tool.parameters && schemaFault(tool.parameters)
    const param = `tools[${index}].function.parameters`
    const message = `Invalid schema for function '${tool.name}': ${fault}`
    if (fault) return { message, param, code: 'invalid_function_parameters' }
  }
  return null
}

/** Each call of an assistant message is answered once, right after it and in order, and nothing else is. */
function pairingRefusal(messages: Message[]): Fault | null {
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

function messageFault(message: Message, before: Message[]): string | null {
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

const hasText = (content: z.infer<typeof text> | null | undefined): boolean =>
  Boolean(typeof content === 'string' ? content : content?.some(part => part.text))

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}

function lengthRefusal({ contextTokens }: WireModel, tokens: number): Fault | null {
  if (contextTokens === undefined || tokens <= contextTokens) return null
  return {
    message:
      `This model's maximum context length is ${contextTokens} tokens. However, your messages resulted in ` +
      `${tokens} tokens. Please reduce the length of the messages.`,
    param: 'messages',
    code: 'context_length_exceeded',
  }
}
