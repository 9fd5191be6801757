import * as z from 'zod'
import { dataOf, type Heard, nothingHeard, type PlainClient } from './plain-client'

const Part = z.looseObject({
  text: z.string().optional(),
  thought: z.boolean().optional(),
  thoughtSignature: z.string().optional(),
  functionCall: z
    .object({ id: z.string().optional(), name: z.string(), args: z.record(z.string(), z.unknown()) })
    .optional(),
})
type Part = z.infer<typeof Part>
const Chunk = z.looseObject({
  candidates: z
    .array(
      z.object({ content: z.object({ parts: z.array(Part) }), finishReason: z.string().optional() }).loose(),
    )
    .optional(),
  promptFeedback: z.object({ blockReason: z.string() }).optional(),
  usageMetadata: z.unknown().optional(),
  error: z.unknown().optional(),
})

function hear(text: string): Heard {
  const heard = nothingHeard()
  const parts: Part[] = []
  for (const data of dataOf(text)) {
    const { candidates = [], promptFeedback, usageMetadata, error } = Chunk.parse(data)
    if (error) heard.errors.push(error)
    if (usageMetadata) heard.usage = usageMetadata
    for (const { content, finishReason } of candidates) {
      for (const part of content.parts) listen(heard, parts, part)
      heard.finish = finishReason ?? heard.finish
    }
    heard.finish = promptFeedback?.blockReason ?? heard.finish
  }
  heard.said = parts
  heard.ended = heard.finish !== undefined
  return heard
}

/** Pieces of one kind make one part; a signature stands on a part of its own, even on an empty one. */
function listen(heard: Heard, parts: Part[], part: Part): void {
  const { text = '', thought, thoughtSignature, functionCall } = part
  if (functionCall) {
    const { id, name, args } = functionCall
    heard.calls.push({ id, name, argumentsText: JSON.stringify(args) })
  } else if (thought) heard.reasoning += text
  else heard.text += text
  const last = parts.at(-1)
  if (functionCall || thoughtSignature) parts.push(part)
  else if (last && !last.functionCall && last.thought === thought) last.text += text
  else if (text) parts.push({ ...part })
}

const user = (text: string) => ({ role: 'user', parts: [{ text }] })

export const plainGemini: PlainClient = {
  protocol: 'gemini',
  path: streamed =>
    streamed ? '/models/wire-model:streamGenerateContent?alt=sse' : '/models/wire-model:generateContent',
  keyHeaders: key => ({ 'x-goog-api-key': key }),
  body: change => ({
    contents: [user('Hello')],
    generationConfig: { thinkingConfig: { includeThoughts: true, thinkingLevel: 'low' } },
    ...change,
  }),
  hear,
  next: ({ said, calls }) => ({
    contents: [
      user('Hello'),
      { role: 'model', parts: said },
      calls.length
        ? {
            role: 'user',
            parts: calls.map(({ id, name }) => ({
              functionResponse: { id, name, response: { content: 'done' } },
            })),
          }
        : user('Go on'),
    ],
  }),
}
