import * as z from 'zod'
import type { WireServer } from '../start-wire-server'

/** A client of chat completions made of fetch alone, for testing the model server itself. */
export function ask(server: WireServer, body: unknown = BODY, init: RequestInit = {}): Promise<Response> {
  const headers = { 'content-type': 'application/json', authorization: 'Bearer secret' }
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return fetch(`${server.url}/chat/completions`, { method: 'POST', headers, body: text, ...init })
}

export const BODY = {
  model: 'wire-model',
  messages: [{ role: 'user', content: 'Hello' }],
  stream: true,
  stream_options: { include_usage: true },
}

const Part = z.object({
  index: z.int(),
  id: z.string().optional(),
  type: z.string().optional(),
  function: z.object({ name: z.string().optional(), arguments: z.string() }),
})
const Delta = z.looseObject({
  content: z.string().optional(),
  reasoning_content: z.string().optional(),
  tool_calls: z.array(Part).optional(),
})
const Choice = z.object({ delta: Delta, finish_reason: z.string().nullable() })
const Frame = z.looseObject({ choices: z.array(Choice).optional(), usage: z.unknown().optional() })
type Frame = z.infer<typeof Frame>

/** The data of every frame; `ended` tells whether the end mark came last. */
export async function streamOf(response: Response): Promise<{ frames: Frame[]; ended: boolean }> {
  const lines = (await response.text()).split('\n').filter(line => line.startsWith('data: '))
  const data = lines.map(line => line.slice(6))
  const frames = data.filter(text => text !== '[DONE]').map(text => Frame.parse(JSON.parse(text)))
  return { frames, ended: data.at(-1) === '[DONE]' }
}

export const said = (frames: Frame[], member: 'content' | 'reasoning_content') =>
  frames.map(frame => frame.choices?.[0]?.delta[member] ?? '').join('')

export const partsOf = (frames: Frame[]) =>
  frames.flatMap(frame => frame.choices?.[0]?.delta.tool_calls ?? [])
export const finishOf = (frames: Frame[]) =>
  frames.map(frame => frame.choices?.[0]?.finish_reason).find(Boolean)
