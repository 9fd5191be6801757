import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pass } from 'node:timers/promises'
import type { Client } from 'pg'
import * as z from 'zod'
import { collect } from './collect'
import { filesIn } from './folder'
import { judgeTakeover } from './judge-takeover'
import { replayModel } from './models'
import { PatientClient, type Server } from './patient-client'
import type { DurablePoint } from './postgres-proxy'
import { whatOf } from './report'
import { scenario } from './scenario'
import type { ServerPair } from './server-pair'
import { type FaultPlace, setFault } from './takeover-fault'
import { post, type Ruling, TakeoverPerson } from './takeover-person'
import { Watch } from './watch'

export type TakeoverDeps = { pair: ServerPair; database: Client }
export type TakeoverPlan = { name: string; place: FaultPlace | null; ruling: Ruling }

export type TakeoverOutcome = TakeoverPlan & {
  /** What became durable where it struck; null where it did not strike at a durable point. */
  what: string | null
  hasStruck: boolean
  /** How many Calls were put to the person as unknown outcomes, and how many durable points there were. */
  questions: number
  points: number
  violations: string[]
  ms: number
}

const whatHappened = (point: DurablePoint | undefined): string | null => (point ? whatOf(point) : null)

/** A lease, its margin and a sweep lie within it: by then the other server has taken over whatever it can. */
const HOLD_MS = 12_000
/** No trial takes longer, whatever its fault. */
const PATIENCE_MS = 60_000
/** What a server that comes back would still do, it does at once. */
const QUIET_MS = 1_500

/** Drafts are large enough for a process to be stopped while it writes one. */
const PADDING = 200_000

/** One session, worked on by a server that a fault befalls; the other server and the person go on without it. */
export async function runTakeoverTrial(plan: TakeoverPlan, deps: TakeoverDeps): Promise<TakeoverOutcome> {
  const began = performance.now()
  const padding = plan.place?.kind === 'asleep at work' ? PADDING : 0
  const story = scenario(plan.name, padding)
  const folder = join(deps.pair.workspace, plan.name)
  mkdirSync(folder)
  for (const [path, content] of Object.entries(story.before)) writeFileSync(join(folder, path), content)
  const known = new Set([...Object.keys(story.before), ...Object.keys(story.written)])
  const place = plan.place ?? { kind: 'late answer' as const, number: Infinity }
  const fault = setFault(deps.pair, place, { folder, known })
  const signal = AbortSignal.timeout(PATIENCE_MS)
  const outcome = (violations: string[], questions: number): TakeoverOutcome => ({
    ...plan,
    violations,
    questions,
    hasStruck: fault.hasStruck(),
    what: whatHappened(fault.point()),
    points: deps.pair.proxy.points().length,
    ms: performance.now() - began,
  })
  const play = new Play({ ...deps, plan, story, folder, fault, signal })
  try {
    const violations = await play.run()
    return outcome(violations, play.questions)
  } catch (error) {
    const log = deps.pair.peer.log().slice(-1_500)
    return outcome([`${error instanceof Error ? error.message : error}\n${log}`], play.questions)
  } finally {
    fault.release()
  }
}

type PlayOptions = TakeoverDeps & {
  plan: TakeoverPlan
  story: ReturnType<typeof scenario>
  folder: string
  fault: ReturnType<typeof setFault>
  signal: AbortSignal
}

class Play {
  questions = 0

  constructor(private readonly options: PlayOptions) {}

  /** The invariants that were broken. */
  async run(): Promise<string[]> {
    const { pair, plan, story, folder, fault, signal } = this.options
    const peer: Server = { ...pair.peer, up: async () => undefined }
    const client = new PatientClient(peer, signal)
    const settings = { key: plan.name, model: 'scripted:replay', mode: 'ask', workspace: plan.name }
    const session = await client.post('/api/sessions', settings, `${plan.name}-create`)
    const sessionId = z.object({ id: z.string() }).parse(session.body).id
    const watch = new Watch(peer, `/api/sessions/${sessionId}/events`)
    const person = new TakeoverPerson(
      { ...this.options, scenario: story, ruling: plan.ruling, watch },
      sessionId,
    )
    const ended = new AbortController()
    try {
      const said = post(pair.victim, `/api/sessions/${sessionId}/messages`, {
        text: replayModel().prepare(story),
      })
      void this.releaseInTime(ended.signal)
      await person.decideUntilEnd()
      const atEnd = filesIn(folder)
      fault.release()
      await Promise.all([said, ...person.replies])
      await pass(QUIET_MS)
      this.questions = person.questions.length
      const seen = await collect({ ...this.options, stage: peer, client, watch, scenario: story, sessionId })
      const { questions } = person
      return judgeTakeover({ ...seen, scenario: story, sessionId, questions, atEnd, files: filesIn(folder) })
    } finally {
      ended.abort()
      watch.stop()
    }
  }

  /** A transaction that is held open keeps everybody from its session: it goes on when nobody can do more. */
  private async releaseInTime(ended: AbortSignal): Promise<void> {
    const { fault } = this.options
    await fault.struck
    await pass(HOLD_MS, undefined, { signal: ended }).then(fault.release, () => undefined)
  }
}
