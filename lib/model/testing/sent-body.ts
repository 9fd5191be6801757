import * as z from 'zod'
import type { ModelRequest } from '../model'
import { asked, solved } from './ask'
import { stream } from './chat-stream'
import { serve } from './serve'
import type { Speech } from './speech'
import { speaker } from './speeches'

const Body = z.record(z.string(), z.unknown())

/** What the provider is sent for one request, and under which headers. */
export async function sentBody(speech: Speech, change: Partial<ModelRequest> = {}) {
  const server = await serve(stream(speech.begin, speech.text('Hi'), speech.end('text')))
  solved(await speaker(speech, server.url).model(asked({ model: speech.model, ...change })))
  const [request] = server.received
  return { body: Body.parse(request?.body), headers: request?.headers ?? {} }
}
