import * as z from 'zod'
import { dataOf, type Heard, nothingHeard, type PlainClient } from './plain-client'

const Item = z.looseObject({
  type: z.string(),
  call_id: z.string().optional(),
  name: z.string().optional(),
  arguments: z.string().optional(),
})
const Event = z.looseObject({
  type: z.string(),
  sequence_number: z.int(),
  delta: z.string().optional(),
  item: Item.optional(),
  response: z
    .looseObject({
      status: z.string(),
      usage: z.unknown(),
      incomplete_details: z.object({ reason: z.string() }).nullable(),
    })
    .optional(),
})

function hear(text: string): Heard {
  const heard = nothingHeard()
  for (const data of dataOf(text)) {
    const { type, delta = '', item, response, ...rest } = Event.parse(data)
    if (type === 'response.reasoning_summary_text.delta') heard.reasoning += delta
    if (type === 'response.output_text.delta') heard.text += delta
    if (type === 'response.refusal.delta') heard.refusal += delta
    if (type === 'error') heard.errors.push(rest.error)
    if (type === 'response.output_item.done' && item) {
      heard.said.push(item)
      if (item.type === 'function_call')
        heard.calls.push({ id: item.call_id, name: item.name ?? '', argumentsText: item.arguments ?? '' })
    }
    if (response && ['completed', 'incomplete'].includes(response.status)) {
      heard.finish = response.incomplete_details?.reason ?? response.status
      heard.usage = response.usage
      heard.ended = true
    }
  }
  return heard
}

const user = (text: string) => ({ role: 'user', content: [{ type: 'input_text', text }] })

export const plainResponses: PlainClient = {
  protocol: 'responses',
  path: () => '/responses',
  keyHeaders: key => ({ authorization: `Bearer ${key}` }),
  body: (change, streamed) => ({
    model: 'wire-model',
    input: [user('Hello')],
    store: false,
    include: ['reasoning.encrypted_content'],
    reasoning: { effort: 'low', summary: 'auto' },
    stream: streamed,
    ...change,
  }),
  hear,
  next: ({ said, calls }) => ({
    input: [
      user('Hello'),
      ...said,
      ...calls.map(({ id }) => ({ type: 'function_call_output', call_id: id, output: 'done' })),
      ...(calls.length === 0 ? [user('Go on')] : []),
    ],
  }),
}
