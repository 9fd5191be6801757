import * as z from 'zod'
import { ChatFormat } from './openai-format'

const ToolName = z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/)
const TextPart = z.strictObject({ type: z.literal('text'), text: z.string() })
const UserPart = z.discriminatedUnion('type', [
  TextPart,
  z.strictObject({ type: z.literal('image_url'), image_url: z.looseObject({ url: z.string().min(1) }) }),
  z.strictObject({ type: z.literal('input_audio'), input_audio: z.looseObject({ data: z.string() }) }),
  z.strictObject({ type: z.literal('file'), file: z.looseObject({}) }),
])
const Text = z.union([z.string(), z.array(TextPart).min(1)])
const name = z.string().optional()

const Call = z.strictObject({
  id: z.string().min(1).max(40),
  type: z.literal('function'),
  function: z.strictObject({ name: ToolName, arguments: z.string() }),
})

/** A message as chat completions takes it; `reasoning_content` is what compatible servers added. */
export const ChatMessage = z.discriminatedUnion('role', [
  z.strictObject({ role: z.enum(['system', 'developer']), content: Text, name }),
  z.strictObject({ role: z.literal('user'), content: z.union([z.string(), z.array(UserPart).min(1)]), name }),
  z.strictObject({
    role: z.literal('assistant'),
    content: Text.nullish(),
    reasoning_content: z.string().nullish(),
    refusal: z.string().nullish(),
    name,
    tool_calls: z.array(Call).min(1).optional(),
  }),
  z.strictObject({ role: z.literal('tool'), content: Text, tool_call_id: z.string().min(1) }),
])
export type ChatMessage = z.infer<typeof ChatMessage>

const Tool = z.strictObject({
  type: z.literal('function'),
  function: z.strictObject({
    name: ToolName,
    description: z.string().max(1024).optional(),
    parameters: z.record(z.string(), z.unknown()).optional(),
    strict: z.boolean().nullish(),
  }),
})

export const ChatBody = z.strictObject({
  model: z.string().min(1),
  messages: z.array(ChatMessage).min(1),
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
  response_format: ChatFormat.optional(),
  store: z.boolean().nullish(),
  metadata: z.record(z.string(), z.string()).nullish(),
  verbosity: z.enum(['low', 'medium', 'high']).nullish(),
  service_tier: z.string().nullish(),
  prompt_cache_key: z.string().optional(),
  safety_identifier: z.string().optional(),
})
export type ChatBody = z.infer<typeof ChatBody>
