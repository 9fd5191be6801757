import * as z from 'zod'
import { dataOf, type Heard, nothingHeard, type PlainClient } from './plain-client'

const Delta = z.looseObject({
  content: z.string().optional(),
  reasoning_content: z.string().optional(),
  refusal: z.string().optional(),
  tool_calls: z
    .array(
      z.object({
        index: z.int(),
        id: z.string().optional(),
        function: z.object({ name: z.string().optional(), arguments: z.string() }),
      }),
    )
    .optional(),
})
const Chunk = z.looseObject({
  choices: z.array(z.looseObject({ delta: Delta, finish_reason: z.string().nullable() })).optional(),
  usage: z.unknown().optional(),
  error: z.unknown().optional(),
})
type Delta = z.infer<typeof Delta>

function hear(text: string): Heard {
  const heard = { ...nothingHeard(), ended: text.endsWith('data: [DONE]\n\n') }
  for (const data of dataOf(text)) {
    const { choices = [], usage, error } = Chunk.parse(data)
    if (error) heard.errors.push(error)
    if (usage) heard.usage = usage
    for (const { delta, finish_reason } of choices) {
      listen(heard, delta)
      heard.finish = finish_reason ?? heard.finish
    }
  }
  const tool_calls = heard.calls.map(({ id, name, argumentsText }) => ({
    id,
    type: 'function',
    function: { name, arguments: argumentsText },
  }))
  heard.said.push({
    role: 'assistant',
    content: heard.text || null,
    ...(tool_calls.length ? { tool_calls } : {}),
  })
  return heard
}

function listen(heard: Heard, delta: Delta): void {
  heard.text += delta.content ?? ''
  heard.reasoning += delta.reasoning_content ?? ''
  heard.refusal += delta.refusal ?? ''
  for (const { index, id, function: part } of delta.tool_calls ?? []) {
    const call = heard.calls[index]
    if (call) call.argumentsText += part.arguments
    else heard.calls.push({ id, name: part.name ?? '', argumentsText: part.arguments })
  }
}

const user = (content: string) => ({ role: 'user', content })

export const plainOpenAiChat: PlainClient = {
  protocol: 'openai-chat',
  path: () => '/chat/completions',
  keyHeaders: key => ({ authorization: `Bearer ${key}` }),
  body: (change, streamed) => ({
    model: 'wire-model',
    messages: [user('Hello')],
    stream: streamed,
    ...(streamed ? { stream_options: { include_usage: true } } : {}),
    ...change,
  }),
  hear,
  next: ({ said, calls }) => ({
    messages: [
      user('Hello'),
      ...said,
      ...calls.map(({ id }) => ({ role: 'tool', tool_call_id: id, content: 'done' })),
      ...(calls.length === 0 ? [user('Go on')] : []),
    ],
  }),
}

/** The same client towards a compatible server. */
export const plainCompatible: PlainClient = { ...plainOpenAiChat, protocol: 'chat' }
