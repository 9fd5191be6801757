import * as z from 'zod'
import { startWireServer, type WireServer } from '../wire/start-wire-server'
import type { Scenario } from './scenario'

/** Where the answers of a scenario come from. */
export type SweepModel = {
  id: string
  env: Record<string, string>
  /** Makes the scenario ready; answers what the person has to say for it. */
  prepare: (scenario: Scenario) => string
  /** F9: requests of the trial that a provider would have refused. */
  refused: (scenario: Scenario) => string[]
  close: () => Promise<void>
}

/** The product's own model that replays what the message holds. */
export const replayModel = (): SweepModel => ({
  id: 'scripted:replay',
  env: {},
  prepare: ({ replies }) => JSON.stringify({ turns: replies }),
  refused: () => [],
  close: async () => undefined,
})

const Asked = z.looseObject({ messages: z.array(z.looseObject({ role: z.string(), content: z.unknown() })) })

/**
 * A model server over HTTP, as strict as a provider. It answers by how often the model has spoken, so that a
 * request repeated after a crash gets the same answer.
 */
export async function wireModel(): Promise<SweepModel> {
  const server: WireServer = await startWireServer({ key: 'wire-key' })
  const scenarios = new Map<string, Scenario>()
  server.answer(({ body }) => {
    const { messages } = Asked.parse(body)
    const said = JSON.stringify(messages.filter(({ role }) => role === 'user'))
    const scenario = [...scenarios].find(([text]) => said.includes(text))?.[1]
    const reply = scenario?.replies[messages.filter(({ role }) => role === 'assistant').length]
    return reply ?? { fault: { kind: 'http', status: 400, body: 'Nothing is planned here.' } }
  })
  let reported = 0
  return {
    id: 'compatible:wire-model',
    env: { COMPATIBLE_BASE_URL: server.url, COMPATIBLE_API_KEY: 'wire-key' },
    prepare: scenario => {
      const text = `Do your work for ${scenario.name}.`
      scenarios.set(text, scenario)
      return text
    },
    refused: () => {
      const fresh = server.faults().slice(reported)
      reported += fresh.length
      return fresh.map(fault => `F9 the model server refused a request: ${fault}`)
    },
    close: server.close,
  }
}
