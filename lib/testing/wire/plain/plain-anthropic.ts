import * as z from 'zod'
import { dataOf, type Heard, nothingHeard, type PlainClient } from './plain-client'

const Event = z.looseObject({
  type: z.string(),
  index: z.int().optional(),
  content_block: z.looseObject({ type: z.string() }).optional(),
  delta: z
    .looseObject({
      type: z.string().optional(),
      text: z.string().optional(),
      thinking: z.string().optional(),
      signature: z.string().optional(),
      partial_json: z.string().optional(),
      stop_reason: z.string().optional(),
    })
    .optional(),
  usage: z.looseObject({}).optional(),
  error: z.unknown().optional(),
})
type Delta = NonNullable<z.infer<typeof Event>['delta']>

type Block = Record<string, unknown> & { type: string }

function hear(text: string): Heard {
  const heard = nothingHeard()
  const blocks: Block[] = []
  for (const data of dataOf(text)) {
    const { type, index = 0, content_block, delta, usage, error } = Event.parse(data)
    if (error) heard.errors.push(error)
    if (content_block) blocks[index] = { ...content_block, json: '' }
    const block = blocks[index]
    if (delta && block) listen(block, delta)
    if (type === 'message_delta') {
      heard.finish = delta?.stop_reason
      heard.usage = usage
    }
    if (type === 'message_stop') heard.ended = true
  }
  for (const { json, ...block } of blocks) {
    if (block.type === 'thinking') heard.reasoning += block.thinking
    if (block.type === 'text') heard.text += block.text
    if (block.type !== 'tool_use') heard.said.push(block)
    else {
      heard.calls.push({ id: String(block.id), name: String(block.name), argumentsText: String(json) })
      heard.said.push({ ...block, input: isWhole(json) ? JSON.parse(String(json)) : {} })
    }
  }
  return heard
}

/** A stream that broke leaves half of a call. */
const isWhole = (json: unknown): boolean => String(json).endsWith('}')

function listen(block: Block, { text = '', thinking = '', signature, partial_json = '' }: Delta): void {
  if (block.type === 'text') block.text += text
  if (block.type === 'thinking') block.thinking += thinking
  if (signature) block.signature = signature
  block.json += partial_json
}

const user = (content: unknown) => ({ role: 'user', content })

export const plainAnthropic: PlainClient = {
  protocol: 'messages',
  path: () => '/messages',
  keyHeaders: key => ({ 'x-api-key': key, 'anthropic-version': '2023-06-01' }),
  body: (change, streamed) => ({
    model: 'wire-model',
    max_tokens: 4096,
    messages: [user('Hello')],
    thinking: { type: 'enabled', budget_tokens: 2048 },
    stream: streamed,
    ...change,
  }),
  hear,
  next: ({ said, calls }) => ({
    messages: [
      user('Hello'),
      { role: 'assistant', content: said },
      user(
        calls.length
          ? calls.map(({ id }) => ({ type: 'tool_result', tool_use_id: id, content: 'done' }))
          : 'Go on',
      ),
    ],
  }),
}
