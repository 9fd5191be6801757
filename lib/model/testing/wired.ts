import { onTestFinished } from 'vitest'
import type { ModelAnswer } from '@/lib/domain/call/solution'
import type { Reply } from '@/lib/testing/wire/reply'
import { startWireServer, type WireServer } from '@/lib/testing/wire/start-wire-server'
import type { ModelRequest } from '../model'
import { createModels } from '../models'
import { asked } from './ask'

export const WIRE_KEY = 'wire-key-0123456789'

/** Every provider with a model of it that thinks, where there is one. */
export const WIRED = [
  'openai:gpt-6.1-sol',
  'openai-chat:gpt-6.1-sol',
  'anthropic:claude-opus-5-5',
  'google:gemini-4-argon',
  'compatible:small',
]

export type Wired = {
  server: WireServer
  /** One request to the model of that id, which gets these replies. */
  ask: (id: string, replies: Reply[], change?: Partial<ModelRequest>) => Promise<ModelAnswer>
}

/** All providers, configured for one server that checks requests as each of them would. */
export async function wired(): Promise<Wired> {
  const names = WIRED.map(id => id.slice(id.indexOf(':') + 1))
  const models = [...new Set(names)].map(id => ({ id, bindsPrefix: id.startsWith('claude') }))
  const server = await startWireServer({ key: WIRE_KEY, models })
  onTestFinished(() => server.close())
  const account = { baseUrl: server.origin, apiKey: WIRE_KEY }
  const compatible = { baseUrl: server.urls.chat, apiKey: WIRE_KEY }
  const known = createModels(
    { openai: account, anthropic: account, google: account, compatible },
    { fetch, now: Date.now, sleep: async () => {} },
  )
  return {
    server,
    ask: async (id, replies, change = {}) => {
      const found = known.find(id)
      if (found.kind === 'refused') throw new Error(found.reason)
      server.script(replies)
      return found.model(asked({ model: found.name, thinking: 'high', ...change }))
    },
  }
}
