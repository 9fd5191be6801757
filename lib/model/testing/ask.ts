import type { ModelAnswer, ModelFailure, Solution } from '@/lib/domain/call/solution'
import { compatible as kind } from '../ai-sdk/compatible'
import { createProvider } from '../ai-sdk/provider'
import type { ModelRequest } from '../model'
import { type Answering, serve } from './serve'

export const KEY = 'sk-test-0123456789'

export const SCHEMA = {
  type: 'object',
  properties: { path: { type: 'string' } },
  required: ['path'],
  additionalProperties: false,
}

export const asked = (change: Partial<ModelRequest> = {}): ModelRequest => ({
  model: 'small-model',
  instructions: 'Be brief.',
  messages: [{ role: 'user', text: 'Hello' }],
  tools: [{ name: 'read_file', description: 'Reads a file.', schema: SCHEMA }],
  thinking: 'default',
  failures: 0,
  idleMs: 10_000,
  signal: new AbortController().signal,
  onDelta: () => {},
  ...change,
})

export const compatible = (baseUrl: string | undefined, apiKey: string | undefined = KEY) =>
  createProvider(kind, { baseUrl, apiKey, models: [] }, { fetch, now: () => 0 })

/** One request to a server of its own. */
export async function ask(answer: Answering, change: Partial<ModelRequest> = {}): Promise<ModelAnswer> {
  const server = await serve(answer)
  return compatible(server.url).model(asked(change))
}

export function solved(answer: ModelAnswer): Solution {
  if (answer.kind === 'failure') throw new Error(JSON.stringify(answer.failure))
  return answer.solution
}

export function failed(answer: ModelAnswer): ModelFailure {
  if (answer.kind === 'solution') throw new Error(JSON.stringify(answer.solution))
  return answer.failure
}
