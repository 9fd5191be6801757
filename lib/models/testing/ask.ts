import { onTestFinished } from 'vitest'
import * as z from 'zod'
import type { ModelAnswer, ModelFailure, Solution } from '@/lib/domain/call/solution'
import { CodedError } from '@/lib/messages/phrase'
import type { Fault, Reply } from '@/test/wire/reply'
import { startWireServer } from '@/test/wire/start-wire-server'
import { patientFetch } from '../ai-sdk/provider'
import type { ModelDelta, ModelRequest } from '../model'
import { createModels, type ModelsConfig } from '../models'

export const KEY = 'sk-test-0123456789'

export const SCHEMA = {
  type: 'object',
  properties: { path: { type: 'string' } },
  required: ['path'],
  additionalProperties: false,
}

export const asked = (change: Partial<ModelRequest> = {}): ModelRequest => ({
  model: 'small',
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

/** A model of that id, as a process has it. */
export function modelAt(id: string, config: ModelsConfig, fetch = patientFetch) {
  const found = createModels(config, { fetch, now: () => 0, sleep: async () => {} }).find(id)
  if (found.kind === 'refused') throw new CodedError(found.reason)
  return found
}

/** All providers at one model server of the test. `ask` is one request to the model of that id, which is answered so. */
export async function wired() {
  const server = await startWireServer({ key: KEY })
  onTestFinished(() => server.close())
  const ask = (id: string, reply: Reply, change: Partial<ModelRequest> = {}): Promise<ModelAnswer> => {
    const { model, name } = modelAt(id, server.accounts)
    server.script([reply])
    return model(asked({ model: name, ...change }))
  }
  return { server, ask }
}

export const ask = async (
  id: string,
  reply: Reply,
  change: Partial<ModelRequest> = {},
): Promise<ModelAnswer> => (await wired()).ask(id, reply, change)

/** What the provider is sent for one request, and under which headers. */
export async function sentBody(id: string, change: Partial<ModelRequest> = {}) {
  const { server, ask } = await wired()
  solved(await ask(id, { text: 'Hi' }, change))
  const { url = '', headers = {}, body } = server.requests[0] ?? {}
  return { url, headers, body: z.record(z.string(), z.unknown()).parse(body) }
}

/** The conversation of a request without its instructions, as each wire has it. */
export async function sentMessages(id: string, messages: ModelRequest['messages']): Promise<unknown[]> {
  const { input, messages: turns, contents } = (await sentBody(id, { messages })).body
  const sent = z.array(z.looseObject({ role: z.string().optional() })).parse(contents ?? input ?? turns)
  return sent.filter(({ role }) => role !== 'system' && role !== 'developer')
}

/** The connection is reset once the first piece of text has been read: what is still on its way goes with it. */
export function broken(after: 'content' | 'finish') {
  const begun = Promise.withResolvers<void>()
  const fault: Fault = { kind: 'reset', after }
  const onDelta = ({ kind }: ModelDelta) => void (kind === 'text' && begun.resolve())
  return { onDelta, reply: { fault, gates: [{ after, until: begun.promise }] } }
}

export function solved(answer: ModelAnswer): Solution {
  if (answer.kind === 'failure') throw new Error(JSON.stringify(answer.failure))
  return answer.solution
}

export function failed(answer: ModelAnswer): ModelFailure {
  if (answer.kind === 'solution') throw new Error(JSON.stringify(answer.solution))
  return answer.failure
}
