import {
  type Known,
  no,
  type Objection,
  type Reading,
  type Received,
  type WireModel,
  type WireOptions,
} from '../protocol'
import { followed, formatObjection } from './openai-format'
import { shapeObjection, unknownModel, unreadable, unsupported } from './openai-objections'
import { toolsObjection } from './openai-tools'
import { itemsObjection } from './responses-items'
import { reasoningObjection } from './responses-reasoning'
import { ResponsesBody } from './responses-shape'

/** Accepts a request to Responses, or refuses it as OpenAI would that keeps nothing for this organisation. */
export function checkResponses(
  received: Received,
  { models, ledger }: Known & Pick<WireOptions, 'ledger'>,
): Reading {
  const unread = unreadable(received)
  if (unread) return no(unread)
  const parsed = ResponsesBody.safeParse(received.body)
  if (!parsed.success) return no(shapeObjection(parsed.error))
  const body = parsed.data
  const model = models.find(({ id }) => id === body.model)
  if (!model) return no(unknownModel(body.model))
  const tools = (body.tools ?? []).map((tool, index) => ({ ...tool, at: `tools[${index}].parameters` }))
  const inputTokens = Math.ceil(JSON.stringify([body.instructions, body.input]).length / 4)
  const objection =
    storeObjection(body) ??
    modelObjection(body, model) ??
    formatObjection(formatOf(body), model, 'text.format.schema') ??
    toolsObjection(tools, body.tool_choice) ??
    itemsObjection(body.input) ??
    reasoningObjection(body.input, ledger) ??
    lengthObjection(model, inputTokens)
  if (objection) return no(objection)
  return { kind: 'ask', ask: { ...askOf(body, model), inputTokens } }
}

const formatOf = ({ text }: ResponsesBody) => (text?.format?.type === 'json_schema' ? text.format : undefined)

const askOf = (body: ResponsesBody, { id, reasons = true }: WireModel) => ({
  ...followed(formatOf(body)),
  model: id,
  streamed: body.stream ?? false,
  wantsUsage: true,
  thoughts: reasons
    ? body.reasoning?.summary
      ? ('shown' as const)
      : ('hidden' as const)
    : ('none' as const),
  wantsSeals: body.include?.includes('reasoning.encrypted_content') ?? false,
})

function storeObjection({
  store,
  previous_response_id,
  stream,
  stream_options,
}: ResponsesBody): Objection | null {
  if (previous_response_id)
    return {
      message: `Previous response with id '${previous_response_id}' not found.`,
      param: 'previous_response_id',
      code: 'previous_response_not_found',
    }
  if (store !== false)
    return {
      message: "This organization retains no data: 'store' must be set to false.",
      param: 'store',
      code: 'unsupported_value',
    }
  return stream_options && !stream
    ? { message: "The 'stream_options' parameter is only allowed when 'stream' is enabled." }
    : null
}

function modelObjection(body: ResponsesBody, { reasons = true, outputTokens }: WireModel): Objection | null {
  const { reasoning, include, temperature, top_p, max_output_tokens } = body
  if (!reasons && include?.includes('reasoning.encrypted_content'))
    return { message: 'Encrypted content is not supported with this model.', param: 'include' }
  if (!reasons && reasoning?.effort) return unsupported('reasoning.effort')
  if (!reasons && reasoning?.summary) return unsupported('reasoning.summary')
  if (reasons && typeof temperature === 'number' && temperature !== 1) return unsupported('temperature')
  if (reasons && typeof top_p === 'number' && top_p !== 1) return unsupported('top_p')
  return outputTokens !== undefined && (max_output_tokens ?? 0) > outputTokens
    ? {
        message:
          `Invalid 'max_output_tokens': integer above maximum value. Expected a value <= ${outputTokens}, ` +
          `but got ${max_output_tokens} instead.`,
        param: 'max_output_tokens',
        code: 'integer_above_max_value',
      }
    : null
}

export const RESPONSES_OVERFLOW = {
  message: 'Your input exceeds the context window of this model. Please adjust your input and try again.',
  param: 'input',
  code: 'context_length_exceeded',
}

const lengthObjection = ({ contextTokens }: WireModel, tokens: number): Objection | null =>
  contextTokens !== undefined && tokens > contextTokens ? RESPONSES_OVERFLOW : null
