import { type Known, no, type Objection, type Reading, type Received, type WireModel } from '../protocol'
import { checkChat } from './chat-check'
import { ChatBody } from './chat-shape'
import { unsupported } from './openai-objections'
import { toolsObjection } from './openai-tools'

/** What OpenAI's own chat completions refuse beyond what every server of that kind does. */
export function checkOpenAiChat(request: Received, options: Known): Reading {
  const reading = checkChat(request, options)
  if (reading.kind !== 'ask') return reading
  const body = ChatBody.parse(request.body)
  const model = options.models.find(({ id }) => id === body.model)
  const objection = model && (modelObjection(body, model) ?? foreignReasoning(body) ?? strictTools(body))
  return objection ? no(objection) : reading
}

const SAMPLING = ['temperature', 'top_p', 'presence_penalty', 'frequency_penalty'] as const
const DEFAULTS = { temperature: 1, top_p: 1, presence_penalty: 0, frequency_penalty: 0 }

function modelObjection(body: ChatBody, { reasons = true, outputTokens }: WireModel): Objection | null {
  if (!reasons && body.reasoning_effort)
    return { message: 'Unrecognized request argument supplied: reasoning_effort' }
  if (reasons && typeof body.max_tokens === 'number')
    return {
      ...unsupported('max_tokens'),
      message: `${unsupported('max_tokens').message} Use 'max_completion_tokens' instead.`,
    }
  const sampling = SAMPLING.find(name => reasons && (body[name] ?? DEFAULTS[name]) !== DEFAULTS[name])
  if (sampling)
    return {
      message:
        `Unsupported value: '${sampling}' does not support ${body[sampling]} with this model. ` +
        `Only the default (${DEFAULTS[sampling]}) value is supported.`,
      param: sampling,
      code: 'unsupported_value',
    }
  if (reasons && body.stop) return unsupported('stop')
  const wanted = body.max_completion_tokens ?? body.max_tokens ?? 0
  return outputTokens !== undefined && wanted > outputTokens
    ? {
        message:
          `max_tokens is too large: ${wanted}. This model supports at most ${outputTokens} completion ` +
          `tokens, whereas you provided ${wanted}.`,
        param: 'max_tokens',
        code: 'invalid_value',
      }
    : null
}

/** Reasoning in the open is what other servers give out; OpenAI never does, and takes none. */
function foreignReasoning({ messages }: ChatBody): Objection | null {
  const at = messages.findIndex(message => message.role === 'assistant' && 'reasoning_content' in message)
  return at < 0
    ? null
    : { message: `Unrecognized request argument supplied: messages[${at}].reasoning_content` }
}

function strictTools({ tools = [] }: ChatBody): Objection | null {
  const offered = tools.map(({ function: { name, parameters, strict } }, index) => ({
    name,
    parameters,
    strict,
    at: `tools[${index}].function.parameters`,
  }))
  return toolsObjection(offered, undefined)
}
