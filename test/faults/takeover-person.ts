import type { DecisionInput } from '@/lib/domain/call/decision-request'
import type { ServerProcess } from '../http/server-process'
import { type FileSeen, filesIn } from './folder'
import { argumentsOf, type Scenario } from './scenario'
import { callsIn, type SeenCall, type SeenEvent } from './seen'
import type { ServerPair } from './server-pair'
import type { TakeoverFault } from './takeover-fault'
import type { Watch } from './watch'

/** What a person says about a write that may or may not have happened. */
export const RULINGS = ['skip', 'mark_done', 'stop'] as const
export type Ruling = (typeof RULINGS)[number]

type Files = Record<string, FileSeen>

/** A Call that was put to the person as an unknown outcome, and what lay in the workspace when it was. */
export type Question = { callId: string; path: string; files: Files }

type Options = {
  pair: ServerPair
  fault: TakeoverFault
  scenario: Scenario
  ruling: Ruling
  folder: string
  watch: Watch
  signal: AbortSignal
}

/** Decides what waits, at the server that is well as soon as the other one is not, until the Run has ended. */
export class TakeoverPerson {
  readonly questions: Question[] = []
  readonly replies: Promise<{ status: number; body: string }>[] = []

  constructor(
    private readonly options: Options,
    private readonly sessionId: string,
  ) {}

  async decideUntilEnd(): Promise<void> {
    const { watch, signal } = this.options
    for (;;) {
      const next = await watch.until(events => this.next(events), signal)
      if (next === 'ended') return
      await this.decide(next)
      await watch.until(events => isPast(events, next) || undefined, signal)
    }
  }

  /** The Calls of one set that wait, once the whole set is there; or that the Run has ended. */
  private next(events: SeenEvent[]): SeenCall[] | 'ended' | undefined {
    if (events.some(({ type }) => type === 'run.ended')) return 'ended'
    const calls = callsIn(events)
    const setId = calls.find(({ state }) => state === 'waiting')?.setId
    if (setId === undefined) return undefined
    const size = events.find(({ data }) => data.set?.id === setId)?.data.set?.size ?? 1
    const ofSet = calls.filter(call => call.setId === setId)
    return ofSet.length < size ? undefined : ofSet.filter(({ state }) => state === 'waiting')
  }

  private async decide(calls: SeenCall[]): Promise<void> {
    const { ruling, pair, fault } = this.options
    const unknown = calls.filter(({ why }) => why === 'outcome_unknown')
    for (const call of unknown) this.note(call)
    if (unknown.length > 0 && ruling === 'stop')
      return void this.replies.push(post(pair.peer, `/api/sessions/${this.sessionId}/stop`, {}))
    const decisions = calls.map(call => this.ruleOn(call))
    const server = fault.hasStruck() ? pair.peer : pair.victim
    const path = `/api/sets/${calls[0]?.setId}/decisions`
    this.replies.push(post(server, path, { decisions }))
  }

  private ruleOn(call: SeenCall): DecisionInput {
    const { scenario, ruling } = this.options
    const of = { callId: call.id, digest: call.digest }
    if (call.why !== 'outcome_unknown') return scenario.rule(call, () => null)
    return ruling === 'mark_done'
      ? { kind: 'mark_done', ...of, result: 'Done by hand.' }
      : { kind: 'skip', ...of }
  }

  private note(call: SeenCall): void {
    const files = filesIn(this.options.folder)
    this.questions.push({ callId: call.id, path: argumentsOf(call).path, files })
  }
}

/** None of these waits as it did: it was decided, or settled by something else. */
const isPast = (events: SeenEvent[], decided: SeenCall[]): boolean => {
  const now = callsIn(events)
  return decided.every(({ id, decisions, why }) => {
    const call = now.find(other => other.id === id)
    return call && (call.state !== 'waiting' || call.decisions.length > decisions.length || call.why !== why)
  })
}

/** Tells what became of a request; one that a server did not live to answer has status 0. */
export async function post(
  { url, token }: ServerProcess,
  path: string,
  body: object,
): Promise<{ status: number; body: string }> {
  try {
    const response = await fetch(url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return { status: response.status, body: await response.text() }
  } catch (error) {
    return { status: 0, body: String(error) }
  }
}
