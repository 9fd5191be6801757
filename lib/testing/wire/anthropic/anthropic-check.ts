import type * as z from 'zod'
import { pathText } from '../path-text'
import { type Known, no, type Reading, type Received, type WireModel, type WireOptions } from '../protocol'
import { fault2020 } from '../schema-fault'
import { formatFault } from './anthropic-format'
import { messagesObjection } from './anthropic-messages'
import { BINDING_BETA, prefixOf } from './anthropic-prefix'
import { AnthropicBody } from './anthropic-shape'
import { thinkingObjection } from './anthropic-thinking'

/** Accepts a request to Messages, or refuses it as Anthropic would. */
export function checkAnthropic(
  received: Received,
  { models, ledger }: Known & Pick<WireOptions, 'ledger'>,
): Reading {
  const version = received.headers['anthropic-version']
  if (!version) return no({ message: 'anthropic-version: header is required' })
  if (version !== '2023-06-01')
    return no({ message: `anthropic-version: "${version}" is not a valid version` })
  if (!/^application\/json\b/.test(received.headers['content-type'] ?? '') || received.body === undefined)
    return no({ message: 'The request body is not valid JSON' })
  const parsed = AnthropicBody.safeParse(received.body)
  if (!parsed.success) return no({ message: shapeMessage(parsed.error) })
  const body = parsed.data
  const model = models.find(({ id }) => id === body.model)
  if (!model) return no({ status: 404, message: `model: ${body.model}` })
  const inputTokens = Math.ceil(JSON.stringify([body.system, body.messages]).length / 4)
  const message =
    betaFault(body, received) ??
    thinkingFault(body, model) ??
    formatFault(body, model) ??
    toolsFault(body) ??
    lengthFault(body, model, inputTokens)
  const objection = message
    ? { message }
    : (messagesObjection(body.messages) ??
      thinkingObjection(body, { ledger, bindsPrefix: model.bindsPrefix ?? false }))
  return objection ? no(objection) : { kind: 'ask', ask: { ...askOf(body), inputTokens } }
}

const askOf = (body: AnthropicBody) => ({
  model: body.model,
  streamed: body.stream ?? false,
  ...(body.output_config?.format ? { replySchema: body.output_config.format.schema } : {}),
  prefix: prefixOf(body, body.messages.length),
  wantsUsage: true,
  thoughts: thoughtsOf(body),
})

function thoughtsOf({ thinking }: AnthropicBody): 'shown' | 'hidden' | 'none' {
  if (thinking === undefined || thinking.type === 'disabled') return 'none'
  return thinking.display === 'omitted' ? 'hidden' : 'shown'
}

/** What is still in trial is unknown to those who did not ask for the trial. */
function betaFault({ thinking }: AnthropicBody, { headers }: Received): string | null {
  const asked = String(headers['anthropic-beta'] ?? '').split(/\s*,\s*/)
  return thinking && 'block_binding' in thinking && !asked.includes(BINDING_BETA)
    ? `thinking.${thinking.type}.block_binding: Extra inputs are not permitted`
    : null
}

function shapeMessage(error: z.ZodError): string {
  const issue = error.issues[0]
  const at = pathText(issue?.path ?? [], 'dots')
  if (issue?.code === 'unrecognized_keys')
    return `${at ? `${at}.` : ''}${issue.keys[0]}: Extra inputs are not permitted`
  return `${at}: ${issue?.message.endsWith('received undefined') ? 'Field required' : issue?.message}`
}

function thinkingFault(body: AnthropicBody, { id, reasons = true, outputTokens }: WireModel): string | null {
  const { thinking, max_tokens, temperature, top_k, top_p, tool_choice } = body
  if (outputTokens !== undefined && max_tokens > outputTokens)
    return (
      `max_tokens: ${max_tokens} > ${outputTokens}, which is the maximum allowed number of output tokens ` +
      `for ${id}`
    )
  if (thinking === undefined || thinking.type === 'disabled') return null
  if (!reasons) return `"thinking.type.${thinking.type}" is not supported for this model.`
  if (thinking.type === 'enabled' && thinking.budget_tokens >= max_tokens)
    return '`max_tokens` must be greater than `thinking.budget_tokens`.'
  if (temperature !== undefined && temperature !== 1)
    return '`temperature` may only be set to 1 when thinking is enabled.'
  if (top_k !== undefined) return '`top_k` must be unset when thinking is enabled.'
  if (top_p !== undefined && top_p < 0.95)
    return '`top_p` must be greater than or equal to 0.95 or unset when thinking is enabled.'
  return tool_choice?.type === 'any' || tool_choice?.type === 'tool'
    ? 'Thinking may not be enabled when tool_choice forces tool use.'
    : null
}

const UNSUPPORTED = ['oneOf', 'allOf', 'anyOf']

function toolsFault({ tools = [], tool_choice, temperature, top_p }: AnthropicBody): string | null {
  if (temperature !== undefined && top_p !== undefined)
    return '`temperature` and `top_p` cannot both be specified for this model. Please use only one.'
  const names = tools.map(({ name }) => name)
  if (tool_choice && tools.length === 0)
    return 'tool_choice: tool_choice may only be specified while providing tools'
  if (tool_choice?.type === 'tool' && !names.includes(tool_choice.name))
    return `tool_choice: Tool '${tool_choice.name}' not found in provided tools`
  if (new Set(names).size < names.length) return 'tools: Tool names must be unique.'
  for (const [index, { input_schema }] of tools.entries()) {
    const at = `tools.${index}.custom.input_schema`
    if (UNSUPPORTED.some(name => name in input_schema))
      return `${at}: input_schema does not support oneOf, allOf, or anyOf at the top level`
    const fault = fault2020(input_schema)
    if (fault)
      return `${at}: JSON schema is invalid. It must match JSON Schema draft 2020-12. Learn more: ${fault}`
  }
  return null
}

function lengthFault(
  { max_tokens }: AnthropicBody,
  { contextTokens }: WireModel,
  tokens: number,
): string | null {
  if (contextTokens === undefined) return null
  if (tokens > contextTokens) return `prompt is too long: ${tokens} tokens > ${contextTokens} maximum`
  return tokens + max_tokens > contextTokens
    ? `input length and \`max_tokens\` exceed context limit: ${tokens} + ${max_tokens} > ${contextTokens}, ` +
        'decrease input length or `max_tokens` and try again'
    : null
}
