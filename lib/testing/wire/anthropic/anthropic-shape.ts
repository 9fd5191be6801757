import * as z from 'zod'

const cache_control = z
  .strictObject({ type: z.literal('ephemeral'), ttl: z.enum(['5m', '1h']).optional() })
  .nullish()
const Id = z.string().regex(/^[a-zA-Z0-9_-]+$/, "String should match pattern '^[a-zA-Z0-9_-]+$'")
const ToolName = z
  .string()
  .regex(/^[a-zA-Z0-9_-]{1,128}$/, "String should match pattern '^[a-zA-Z0-9_-]{1,128}$'")
const filled = z
  .string()
  .min(1, 'text content blocks must be non-empty')
  .regex(/\S/, 'text content blocks must contain non-whitespace text')

const TextBlock = z.strictObject({
  type: z.literal('text'),
  text: filled,
  cache_control,
  citations: z.array(z.unknown()).nullish(),
})
const ImageBlock = z.strictObject({
  type: z.literal('image'),
  source: z.looseObject({ type: z.string() }),
  cache_control,
})
const DocumentBlock = z.looseObject({
  type: z.literal('document'),
  source: z.looseObject({ type: z.string() }),
})

/** Text in place of blocks is one block. */
const asBlocks = (content: unknown): unknown =>
  typeof content === 'string' ? [{ type: 'text', text: content }] : content

const blocks = <T extends z.ZodType>(block: T) =>
  z.preprocess(asBlocks, z.array(block).min(1, 'all messages must have non-empty content'))

/** A result may be empty, unless it tells of an error. */
const ToolResult = z
  .strictObject({
    type: z.literal('tool_result'),
    tool_use_id: Id,
    content: z
      .preprocess(
        content => (content === '' ? [] : asBlocks(content)),
        z.array(z.discriminatedUnion('type', [TextBlock, ImageBlock, DocumentBlock])),
      )
      .optional(),
    is_error: z.boolean().optional(),
    cache_control,
  })
  .refine(({ is_error, content }) => !is_error || content?.length, {
    message: 'content cannot be empty if `is_error` is true',
    path: ['tool_result'],
  })
const ToolUse = z.strictObject({
  type: z.literal('tool_use'),
  id: Id,
  name: ToolName,
  input: z.record(z.string(), z.unknown(), 'Input should be a valid dictionary'),
  cache_control,
})
const Thinking = z.strictObject({ type: z.literal('thinking'), thinking: z.string(), signature: z.string() })
const Redacted = z.strictObject({ type: z.literal('redacted_thinking'), data: z.string() })

const UserBlock = z.discriminatedUnion('type', [TextBlock, ImageBlock, DocumentBlock, ToolResult])
const AssistantBlock = z.discriminatedUnion('type', [TextBlock, ToolUse, Thinking, Redacted])
export type AssistantBlock = z.infer<typeof AssistantBlock>

const Message = z.discriminatedUnion('role', [
  z.strictObject({ role: z.literal('user'), content: blocks(UserBlock) }),
  z.strictObject({ role: z.literal('assistant'), content: blocks(AssistantBlock) }),
])
export type AnthropicMessage = z.infer<typeof Message>

const Tool = z.strictObject({
  type: z.literal('custom').nullish(),
  name: ToolName,
  description: z.string().optional(),
  input_schema: z.looseObject({ type: z.literal('object') }),
  strict: z.boolean().optional(),
  eager_input_streaming: z.boolean().nullish(),
  cache_control,
})

const disable_parallel_tool_use = z.boolean().optional()
const ToolChoice = z.discriminatedUnion('type', [
  z.strictObject({ type: z.enum(['auto', 'any']), disable_parallel_tool_use }),
  z.strictObject({ type: z.literal('tool'), name: ToolName, disable_parallel_tool_use }),
  z.strictObject({ type: z.literal('none') }),
])

const display = z.enum(['summarized', 'omitted']).nullish()
const block_binding = z
  .strictObject({ prefix_mismatch_behavior: z.enum(['drop_block', 'error']).optional() })
  .optional()
const ThinkingParameter = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('enabled'),
    budget_tokens: z.int().min(1024, 'Input should be greater than or equal to 1024'),
    display,
    block_binding,
  }),
  z.strictObject({ type: z.literal('adaptive'), display, block_binding }),
  z.strictObject({ type: z.literal('disabled') }),
])

export const AnthropicBody = z.strictObject({
  model: z.string().min(1),
  max_tokens: z.int().min(1, 'Input should be greater than or equal to 1'),
  messages: z.array(Message).min(1, 'at least one message is required'),
  system: z.union([z.string(), z.array(TextBlock).min(1)]).optional(),
  tools: z.array(Tool).optional(),
  tool_choice: ToolChoice.optional(),
  thinking: ThinkingParameter.optional(),
  output_config: z
    .strictObject({
      effort: z.enum(['low', 'medium', 'high', 'xhigh', 'max']).nullish(),
      format: z
        .strictObject({ type: z.literal('json_schema'), schema: z.record(z.string(), z.unknown()) })
        .nullish(),
    })
    .optional(),
  stream: z.boolean().optional(),
  stop_sequences: z
    .array(z.string().regex(/\S/, 'each stop sequence must contain non-whitespace'))
    .optional(),
  temperature: z.number().min(0).max(1).optional(),
  top_p: z.number().min(0).max(1).optional(),
  top_k: z.int().min(0).optional(),
  metadata: z.strictObject({ user_id: z.string().nullish() }).optional(),
  service_tier: z.enum(['auto', 'standard_only']).optional(),
  cache_control,
})
export type AnthropicBody = z.infer<typeof AnthropicBody>
