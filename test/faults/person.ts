import * as z from 'zod'
import { CallSet } from '@/lib/domain/call/call'
import type { Acknowledged } from './judge-trial'
import type { Answer, PatientClient } from './patient-client'
import type { Scenario } from './scenario'
import { callsIn, type SeenCall, type SeenEvent } from './seen'
import type { Watch } from './watch'

export type PersonDeps = {
  client: PatientClient
  scenario: Scenario
  /** What lies at a path of the workspace now. */
  look: (path: string) => string | null
  signal: AbortSignal
}

const Created = z.object({ id: z.string() })
const Accepted = z.object({ runId: z.string(), messageId: z.string() })

/** Does what a person does: says something, decides what waits, looks before ruling about the unknown. */
export class Person {
  readonly acknowledged: Acknowledged[] = []
  readonly surprises: string[] = []
  /** Rulings about unknown outcomes, in words. */
  readonly rulings: string[] = []
  private asked = 0

  constructor(private readonly deps: PersonDeps) {}

  async createSession(settings: object): Promise<string> {
    const { client, scenario } = this.deps
    const answer = await client.post(
      '/api/sessions',
      { key: scenario.name, ...settings },
      `${scenario.name}-create`,
    )
    return this.expect(answer, [201, 200], Created).id
  }

  async say(sessionId: string, text: string): Promise<void> {
    const { client, scenario } = this.deps
    const answer = await client.post(`/api/sessions/${sessionId}/messages`, { text }, `${scenario.name}-say`)
    this.expect(answer, [202], Accepted)
    this.acknowledged.push({ kind: 'message', text })
  }

  /** Decides whatever waits, until the Run has ended. */
  async decideUntilEnd(watch: Watch): Promise<void> {
    for (;;) {
      const next = await this.waitFor('something to decide, or the end', watch, nextTask)
      if (next === 'ended') return
      const decided = await this.decide(next)
      const told = (events: SeenEvent[]) => knows(events, decided) || undefined
      await this.waitFor('F3: the event of a decision that was acknowledged', watch, told)
    }
  }

  private async waitFor<T>(
    what: string,
    watch: Watch,
    find: (events: SeenEvent[]) => T | undefined,
  ): Promise<T> {
    try {
      return await watch.until(find, this.deps.signal)
    } catch (cause) {
      const last = watch.events.at(-1)
      const open = callsIn(watch.events).filter(call => call.state !== 'settled')
      const states = open.map(({ index, state, why }) => `${index} ${state} ${why ?? ''}`).join(', ')
      throw new Error(
        `${cause instanceof Error ? cause.message : cause}, waiting for ${what}; ` +
          `last event ${last?.seq} ${last?.type}; open calls: ${states || 'none'}`,
        { cause },
      )
    }
  }

  private async decide(calls: SeenCall[]): Promise<Decided[]> {
    const { client, scenario, look } = this.deps
    const decisions = calls.map(call => scenario.rule(call, look))
    const setId = calls[0]?.setId ?? ''
    this.asked += 1
    const key = `${scenario.name}-decide-${this.asked}`
    const answer = await client.post(`/api/sets/${setId}/decisions`, { decisions }, key)
    this.expect(answer, [200], CallSet)
    for (const [index, decision] of decisions.entries()) {
      const { kind, callId, digest } = decision
      const given = decision.kind === 'edit' ? { argumentsText: decision.argumentsText } : {}
      this.acknowledged.push({ kind: 'decision', callId, decision: kind, digest, ...given })
      if (calls[index]?.why === 'outcome_unknown') this.rulings.push(kind)
    }
    return calls.map(({ id, decisions }) => ({ id, decisions: decisions.length }))
  }

  /** Nobody else is at work here: an answer of another status is a fault, repeated request or not. */
  private expect<T>({ status, body }: Answer, statuses: number[], schema: z.ZodType<T>): T {
    const parsed = schema.safeParse(body)
    if (statuses.includes(status) && parsed.success) return parsed.data
    throw new Error(`expected ${statuses.join(' or ')} and got ${status}: ${JSON.stringify(body)}`)
  }
}

type Decided = { id: string; decisions: number }

/** The stream has told of the decisions that were made. */
const knows = (events: SeenEvent[], decided: Decided[]): boolean =>
  decided.every(
    ({ id, decisions }) => (callsIn(events).find(call => call.id === id)?.decisions.length ?? 0) > decisions,
  )

/** The Calls of one set that wait for the person, once the whole set is there; or that the Run has ended. */
function nextTask(events: SeenEvent[]): SeenCall[] | 'ended' | undefined {
  if (events.some(event => event.type === 'run.ended')) return 'ended'
  const waiting = callsIn(events).filter(call => call.state === 'waiting')
  const setId = waiting[0]?.setId
  if (setId === undefined) return undefined
  const size = sizeOf(events, setId)
  const proposed = callsIn(events).filter(call => call.setId === setId)
  return proposed.length < size ? undefined : waiting.filter(call => call.setId === setId)
}

const sizeOf = (events: SeenEvent[], setId: string): number =>
  events.find(({ data }) => data.set?.id === setId)?.data.set?.size ?? 1
