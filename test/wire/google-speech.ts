import { type Answer, data, objectIn, type Speech, sealOf } from './speech'

const candidate = (parts: object[], more: object = {}): object => ({
  candidates: [{ index: 0, content: { role: 'model', parts }, ...more }],
  responseId: 'r1',
})

const usageOf = ({ usage }: Answer): object =>
  usage
    ? {
        usageMetadata: {
          promptTokenCount: usage.inputTokens,
          cachedContentTokenCount: usage.cachedTokens,
          candidatesTokenCount: usage.outputTokens - usage.reasoningTokens,
          thoughtsTokenCount: usage.reasoningTokens,
          totalTokenCount: usage.inputTokens + usage.outputTokens,
        },
      }
    : {}

const ENDS = {
  stop: 'STOP',
  calls: 'STOP',
  length: 'MAX_TOKENS',
  filtered: 'SAFETY',
  refused: 'PROHIBITED_CONTENT',
}
const STATUS: Record<number, string> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
}

/** Google's Gemini. Nothing closes its stream but its end. */
export const googleSpeech: Speech = {
  keyHeader: 'x-goog-api-key',
  // The first call is signed; where there is none, the signature comes last, on an empty text.
  frames: answer => {
    const { thought, text, calls, finish, cut } = answer
    const sound = calls.flatMap(({ id, name, argumentsText }) => {
      const args = objectIn(argumentsText)
      return args ? [{ id, name, args }] : []
    })
    const parts = [
      ...cut(thought?.text ?? '').map(piece => ({ text: piece, thought: true })),
      ...cut(text).map(piece => ({ text: piece })),
      ...sound.map((functionCall, at) => ({
        functionCall,
        ...(at === 0 ? { thoughtSignature: sealOf('google', functionCall.name, functionCall.args) } : {}),
      })),
    ]
    const signed = text && sound.length === 0 ? { thoughtSignature: sealOf('google', text.trim()) } : {}
    const finishReason = sound.length < calls.length ? 'MALFORMED_FUNCTION_CALL' : ENDS[finish]
    return {
      content: parts.map(part => data(candidate([part]))),
      finish: [data({ ...candidate([{ text: '', ...signed }], { finishReason }), ...usageOf(answer) })],
      closing: [],
    }
  },
  errorBody: (code, message) => ({ error: { code, message, status: STATUS[code] ?? 'UNAVAILABLE' } }),
  errorFrame: data,
  wrongTyped: data({ candidates: 'none', usageMetadata: 7 }),
  models: names => ({
    models: names.map(name => ({ name: `models/${name}`, supportedGenerationMethods: ['generateContent'] })),
  }),
}
