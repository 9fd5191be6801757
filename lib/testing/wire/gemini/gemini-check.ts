import type * as z from 'zod'
import { pathText } from '../path-text'
import { type Known, no, type Reading, type Received, type WireModel, type WireOptions } from '../protocol'
import { fault2020 } from '../schema-fault'
import { contentsFault } from './gemini-contents'
import { followed, formatFault } from './gemini-format'
import { geminiSchemaFault } from './gemini-schema'
import { GeminiBody, type GeminiDeclaration } from './gemini-shape'
import { signaturesFault } from './gemini-signatures'

/** The model and the way of answering are in the path. */
export type GeminiCall = Received & { model: string; streamed: boolean }

/** Accepts a request to generate content, or refuses it as Google would. */
export function checkGemini(
  call: GeminiCall,
  { models, ledger }: Known & Pick<WireOptions, 'ledger'>,
): Reading {
  const model = models.find(({ id }) => id === call.model)
  if (!model)
    return no({
      status: 404,
      message:
        `models/${call.model} is not found for API version v1beta, or is not supported for generateContent. ` +
        'Call ListModels to see the list of available models and their supported methods.',
    })
  if (!/^application\/json\b/.test(call.headers['content-type'] ?? '') || call.body === undefined)
    return no({ message: 'Invalid JSON payload received.' })
  const parsed = GeminiBody.safeParse(call.body)
  if (!parsed.success) return no({ message: shapeMessage(parsed.error) })
  const body = parsed.data
  const { reasons = true } = model
  const inputTokens = Math.ceil(JSON.stringify([body.systemInstruction, body.contents]).length / 4)
  const message =
    thinkingFault(body, model) ??
    formatFault(body, model) ??
    toolsFault(body) ??
    contentsFault(body.contents) ??
    (reasons ? signaturesFault(body.contents, ledger) : null) ??
    lengthFault(model, inputTokens)
  if (message) return no({ message })
  const shown = body.generationConfig?.thinkingConfig?.includeThoughts ?? false
  const thoughts = reasons ? (shown ? 'shown' : 'hidden') : 'none'
  return {
    kind: 'ask',
    ask: {
      model: model.id,
      streamed: call.streamed,
      wantsUsage: true,
      thoughts,
      inputTokens,
      ...followed(body),
    },
  }
}

const snake = (text: string): string => text.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)

function shapeMessage(error: z.ZodError): string {
  const issue = error.issues[0]
  const at = snake(pathText(issue?.path ?? []))
  if (issue?.code === 'unrecognized_keys') {
    const place = at ? ` at '${at}'` : ''
    return `Invalid JSON payload received. Unknown name "${issue.keys[0]}"${place}: Cannot find field.`
  }
  const message = issue?.message ?? ''
  if (message.startsWith('*')) return `* GenerateContentRequest.${at}: ${message.slice(1)}\n`
  if (message.startsWith('Please')) return message
  return at === 'contents' && message.endsWith('received undefined')
    ? '* GenerateContentRequest.contents: contents is not specified\n'
    : `Invalid value at '${at}': ${message}`
}

const BUDGET = 32_768

function thinkingFault({ generationConfig = {} }: GeminiBody, { reasons = true, outputTokens }: WireModel) {
  const { thinkingConfig, maxOutputTokens = 0 } = generationConfig
  if (outputTokens !== undefined && maxOutputTokens > outputTokens)
    return (
      `Unable to submit request because it has a maxOutputTokens value of ${maxOutputTokens} but the ` +
      `supported range is from 1 (inclusive) to ${outputTokens + 1} (exclusive). Update the value and try again.`
    )
  if (!thinkingConfig) return null
  const { includeThoughts, thinkingBudget: budget, thinkingLevel } = thinkingConfig
  if (!reasons) return 'Thinking is not supported by this model.'
  if (budget !== undefined && thinkingLevel !== undefined)
    return 'You can only set only one of thinking budget and thinking level.'
  if (budget !== undefined && (budget < -1 || budget > BUDGET))
    return `The thinking budget ${budget} is invalid. Please choose a value between 1 and ${BUDGET}.`
  return budget === 0 && includeThoughts
    ? 'Thinking_config.include_thoughts is only enabled when thinking is enabled.'
    : null
}

function toolsFault({ tools = [], toolConfig }: GeminiBody): string | null {
  const declarations = tools.flatMap(tool => tool.functionDeclarations)
  const names = declarations.map(({ name }) => name)
  const { mode, allowedFunctionNames = [] } = toolConfig?.functionCallingConfig ?? {}
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice) return `Duplicate function declaration found: ${twice}`
  if (mode === 'ANY' && names.length === 0)
    return 'Function calling config is set without function_declarations.'
  if (allowedFunctionNames.length > 0 && mode !== 'ANY' && mode !== 'VALIDATED')
    return 'Allowed function names should only be set when the function calling mode is ANY or VALIDATED.'
  const foreign = allowedFunctionNames.find(name => !names.includes(name))
  if (foreign) return `Allowed function name '${foreign}' is not among the function declarations.`
  for (const [index, tool] of tools.entries()) {
    for (const [place, declaration] of tool.functionDeclarations.entries()) {
      const at = `GenerateContentRequest.tools[${index}].function_declarations[${place}]`
      const fault = declarationFault(declaration, at)
      if (fault) return `* ${fault}\n`
    }
  }
  return null
}

function declarationFault(
  { parameters, parametersJsonSchema }: GeminiDeclaration,
  at: string,
): string | null {
  if (parameters && parametersJsonSchema)
    return `${at}: only one of parameters and parameters_json_schema may be set.`
  if (parametersJsonSchema) {
    if (parametersJsonSchema.type !== 'object') return `${at}.parameters_json_schema: must be of type object`
    const fault = fault2020(parametersJsonSchema)
    return fault ? `${at}.parameters_json_schema: ${fault}` : null
  }
  if (!parameters) return null
  if (parameters.type !== 'OBJECT') return `${at}.parameters.type: must be OBJECT`
  return Object.keys(parameters.properties ?? {}).length === 0
    ? `${at}.parameters.properties: should be non-empty for OBJECT type`
    : geminiSchemaFault(parameters, `${at}.parameters`)
}

const lengthFault = ({ contextTokens }: WireModel, tokens: number): string | null =>
  contextTokens !== undefined && tokens > contextTokens
    ? `The input token count (${tokens}) exceeds the maximum number of tokens allowed (${contextTokens}).`
    : null
