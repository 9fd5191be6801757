import type { ModelAnswer } from '@/lib/domain/call/solution'
import type { ModelRequest } from '../model'
import { asked } from './ask'
import { type Answering, serve } from './serve'
import type { Speech } from './speech'
import { speaker } from './speeches'

/** One request to a server of its own that answers in the given speech. */
export async function ask(
  speech: Speech,
  answer: Answering,
  change: Partial<ModelRequest> = {},
): Promise<ModelAnswer> {
  const server = await serve(answer)
  return speaker(speech, server.url).model(asked({ model: speech.model, ...change }))
}
