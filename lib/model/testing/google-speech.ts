import { google } from '../ai-sdk/google'
import { data, type Speech } from './speech'

const USAGE = {
  ...{ promptTokenCount: 20, cachedContentTokenCount: 8, candidatesTokenCount: 5, thoughtsTokenCount: 4 },
  totalTokenCount: 29,
}

const chunk = (parts: object[], more: object = {}): string =>
  data({
    candidates: [{ index: 0, content: { role: 'model', parts }, ...more }],
    usageMetadata: USAGE,
    modelVersion: 'gemini-4-argon',
    responseId: 'r1',
  })

const end = (finishReason: string): string => chunk([{ text: '' }], { finishReason })

export const googleSpeech: Speech = {
  kind: google,
  model: 'gemini-4-argon',
  begin: '',
  text: text => chunk([{ text }]),
  thought: (text, thoughtSignature) => chunk([{ text, thought: true, thoughtSignature }]),
  call: ([id, name, text], place = 0) =>
    chunk([
      {
        functionCall: { id, name, args: JSON.parse(text) },
        ...(place === 0 ? { thoughtSignature: `sig-of-${id}` } : {}),
      },
    ]),
  halfCall: null,
  end: how => end({ text: 'STOP', calls: 'STOP', length: 'MAX_TOKENS', filtered: 'SAFETY' }[how]),
  refusedEnd: end('PROHIBITED_CONTENT'),
  error: ({ status, type, message }) => data({ error: { code: status, status: type, message } }),
  usage: { inputTokens: 20, outputTokens: 9, cachedTokens: 8, reasoningTokens: 4 },
}
