import * as z from 'zod'
import { ResponsesFormat } from './openai-format'

const ToolName = z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/)
const id = (prefix: string) =>
  z.string().max(64).startsWith(prefix, `Expected an ID that begins with '${prefix}'.`)
const status = z.enum(['in_progress', 'completed', 'incomplete']).nullish()

const InputPart = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('input_text'), text: z.string() }),
  z.strictObject({
    type: z.literal('input_image'),
    image_url: z.string().nullish(),
    file_id: z.string().nullish(),
    detail: z.enum(['auto', 'low', 'high']).optional(),
  }),
  z.looseObject({ type: z.literal('input_file') }),
])
const OutputPart = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('output_text'),
    text: z.string(),
    annotations: z.array(z.unknown()).optional(),
    logprobs: z.array(z.unknown()).optional(),
  }),
  z.strictObject({ type: z.literal('refusal'), refusal: z.string() }),
])

/** Text in place of parts is one part. */
const parts = <T extends z.ZodType>(part: T, type: string) =>
  z.preprocess(
    content => (typeof content === 'string' ? [{ type, text: content }] : content),
    z.array(part).min(1),
  )

const Message = z.discriminatedUnion('role', [
  z.strictObject({
    type: z.literal('message'),
    role: z.enum(['user', 'system', 'developer']),
    content: parts(InputPart, 'input_text'),
    id: id('msg').optional(),
    status,
  }),
  z.strictObject({
    type: z.literal('message'),
    role: z.literal('assistant'),
    content: parts(OutputPart, 'output_text'),
    id: id('msg').optional(),
    status,
    phase: z.enum(['commentary', 'final_answer']).nullish(),
  }),
])

const Reasoning = z.strictObject({
  type: z.literal('reasoning'),
  id: id('rs'),
  summary: z.array(z.strictObject({ type: z.literal('summary_text'), text: z.string() })),
  content: z.array(z.strictObject({ type: z.literal('reasoning_text'), text: z.string() })).nullish(),
  encrypted_content: z.string().nullish(),
  status,
})
export type ReasoningItem = z.infer<typeof Reasoning>

const CallId = z.string().min(1).max(64)

const Item = z.preprocess(
  item => (typeof item === 'object' && item && 'role' in item ? { type: 'message', ...item } : item),
  z.discriminatedUnion('type', [
    Message,
    Reasoning,
    z.strictObject({
      type: z.literal('function_call'),
      id: id('fc').optional(),
      call_id: CallId,
      name: ToolName,
      arguments: z.string(),
      status,
    }),
    z.strictObject({
      type: z.literal('function_call_output'),
      id: id('fc').optional(),
      call_id: CallId,
      output: parts(InputPart, 'input_text'),
      status,
    }),
    z.strictObject({ type: z.literal('item_reference'), id: z.string() }),
  ]),
)
/** One item of the input of a request to Responses; text is written as parts. */
export type ResponsesItem = z.infer<typeof Item>

const Tool = z.strictObject({
  type: z.literal('function'),
  name: ToolName,
  description: z.string().max(1024).nullish(),
  parameters: z.record(z.string(), z.unknown()).nullable(),
  strict: z.boolean().nullish(),
})

export const EFFORTS = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const

export const ResponsesBody = z.strictObject({
  model: z.string().min(1),
  input: z.preprocess(
    input => (typeof input === 'string' ? [{ role: 'user', content: input }] : input),
    z.array(Item).min(1),
  ),
  instructions: z.string().nullish(),
  tools: z.array(Tool).max(128).optional(),
  tool_choice: z
    .union([
      z.enum(['none', 'auto', 'required']),
      z.strictObject({ type: z.literal('function'), name: ToolName }),
    ])
    .optional(),
  parallel_tool_calls: z.boolean().nullish(),
  max_tool_calls: z.int().min(1).nullish(),
  stream: z.boolean().nullish(),
  stream_options: z.strictObject({ include_obfuscation: z.boolean().optional() }).nullish(),
  store: z.boolean().nullish(),
  include: z
    .array(
      z.enum([
        'reasoning.encrypted_content',
        'message.output_text.logprobs',
        'message.input_image.image_url',
      ]),
    )
    .nullish(),
  reasoning: z
    .strictObject({
      effort: z.enum(EFFORTS).nullish(),
      summary: z.enum(['auto', 'concise', 'detailed']).nullish(),
    })
    .nullish(),
  text: z
    .strictObject({
      format: ResponsesFormat.optional(),
      verbosity: z.enum(['low', 'medium', 'high']).nullish(),
    })
    .optional(),
  max_output_tokens: z.int().min(16).nullish(),
  temperature: z.number().min(0).max(2).nullish(),
  top_p: z.number().min(0).max(1).nullish(),
  truncation: z.enum(['auto', 'disabled']).nullish(),
  previous_response_id: z.string().nullish(),
  metadata: z.record(z.string(), z.string()).nullish(),
  service_tier: z.string().nullish(),
  user: z.string().optional(),
  prompt_cache_key: z.string().nullish(),
  prompt_cache_retention: z.string().nullish(),
  safety_identifier: z.string().nullish(),
})
export type ResponsesBody = z.infer<typeof ResponsesBody>
