import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Client } from 'pg'
import * as z from 'zod'
import { collect } from './collect'
import { filesIn } from './folder'
import { type Crash, judgeTrial } from './judge-trial'
import type { SweepModel } from './models'
import { PatientClient } from './patient-client'
import { Person } from './person'
import type { DurablePoint, PostgresProxy, Trap } from './postgres-proxy'
import { scenario } from './scenario'
import type { Stage } from './stage'
import { Watch } from './watch'

export type TrialDeps = {
  stage: Stage
  proxy: PostgresProxy
  /** A connection past the proxy. */
  database: Client
  model: SweepModel
  /** Whether a restart that takes too long is held against it. */
  isTimed: boolean
}

export type TrialOutcome = {
  name: string
  point?: DurablePoint
  violations: string[]
  /** Rulings of the person about unknown outcomes; requests that had to be sent again. */
  rulings: string[]
  repeats: number
  kills: number
  restartMs?: number
  ms: number
}

/** While its server is up something happens within this, the end of a lease included; a start has limits of its own. */
const PATIENCE_MS = 60_000
/** No trial goes on for ever, whatever happens in it. */
const LONGEST_MS = 240_000
/** A start may take as long, not counting the time in which others had the processors. */
const RESTART_MS = 10_000

/** `again`: a second kill, after so many durable statements of the server that has come back. */
export type KillAt = Pick<Trap, 'number' | 'side'> & { again?: number | undefined }

/** One session from its creation to its end, with a kill -9 at one durable point; no trap, no kill. */
export async function runTrial(name: string, deps: TrialDeps, at?: KillAt): Promise<TrialOutcome> {
  const began = performance.now()
  const trial = new Trial(name, deps)
  deps.proxy.startCounting()
  deps.proxy.set(at ? { ...at, spring: point => trial.kill(point, at.again) } : null)
  const violations = await trial.run()
  deps.proxy.set(null)
  const { point, restartMs } = trial
  const { rulings } = trial.person
  const ms = performance.now() - began
  return {
    name,
    point,
    violations,
    rulings,
    repeats: trial.client.repeats,
    kills: trial.crashes.length,
    restartMs,
    ms,
  }
}

class Trial {
  readonly client: PatientClient
  readonly person: Person
  point: DurablePoint | undefined
  restartMs: number | undefined
  readonly crashes: Crash[] = []
  private readonly scenario
  private readonly folder: string
  private readonly ending = new AbortController()
  private readonly surprises: string[] = []
  private bell: NodeJS.Timeout | undefined
  private sessionId: string | undefined

  constructor(
    private readonly name: string,
    private readonly deps: TrialDeps,
  ) {
    this.scenario = scenario(name)
    this.folder = join(deps.stage.workspace, name)
    mkdirSync(this.folder)
    for (const [path, content] of Object.entries(this.scenario.before))
      writeFileSync(join(this.folder, path), content)
    const look = (path: string) => filesIn(this.folder)[path]?.content ?? null
    this.client = new PatientClient(deps.stage, this.ending.signal)
    this.person = new Person({
      client: this.client,
      scenario: this.scenario,
      look,
      signal: this.ending.signal,
    })
  }

  /** The invariants that it broke. */
  async run(): Promise<string[]> {
    this.setBell()
    const late = () => this.ending.abort(new Error(`no end after ${LONGEST_MS} ms`))
    const end = setTimeout(late, LONGEST_MS)
    try {
      return await this.play()
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      return [...this.surprises, `${reason}\n${this.deps.stage.log().slice(-2000)}`]
    } finally {
      clearTimeout(this.bell)
      clearTimeout(end)
      this.ending.abort()
    }
  }

  private setBell(): void {
    clearTimeout(this.bell)
    if (!this.deps.stage.isUp || this.ending.signal.aborted) return
    const ring = () => this.ending.abort(new Error(`nothing happened for ${PATIENCE_MS} ms`))
    this.bell = setTimeout(ring, PATIENCE_MS)
  }

  private async play(): Promise<string[]> {
    const { model, stage } = this.deps
    const text = model.prepare(this.scenario)
    const settings = { model: model.id, mode: 'ask', workspace: this.name }
    this.sessionId = await this.person.createSession(settings)
    const watch = new Watch(stage, `/api/sessions/${this.sessionId}/events`)
    watch.onEvent = () => this.setBell()
    try {
      await this.person.say(this.sessionId, text)
      await this.person.decideUntilEnd(watch)
      await stage.up()
      const { person, client, scenario, crashes, surprises, sessionId } = this
      const found = await collect({
        ...this.deps,
        client,
        watch,
        scenario,
        sessionId,
        signal: this.ending.signal,
      })
      return judgeTrial({
        scenario,
        sessionId,
        crashes,
        acknowledged: person.acknowledged,
        ...found,
        files: filesIn(this.folder),
        orphans: stage.orphans(),
        surprises: [...surprises, ...found.surprises, ...model.refused(scenario)],
      })
    } finally {
      watch.stop()
    }
  }

  /** The server dies; what is stored and what lies in the workspace is noted; and it comes back. */
  async kill(point: DurablePoint, again?: number): Promise<'drop'> {
    const { stage, proxy } = this.deps
    clearTimeout(this.bell)
    this.point ??= point
    const next = { number: proxy.points().length + (again ?? 0), side: 'after' as const }
    proxy.set(again ? { ...next, spring: second => this.kill(second) } : null)
    const acknowledged = this.person.acknowledged.length
    await stage.crash()
    this.crashes.push({ seq: await this.lastEvent(), acknowledged, files: filesIn(this.folder) })
    void this.comeBack()
    return 'drop'
  }

  private async comeBack(): Promise<void> {
    try {
      const restart = await this.deps.stage.restart()
      if (restart === null) return
      this.restartMs = restart.ms - restart.queuedMs
      this.setBell()
      if (this.deps.isTimed && this.restartMs > RESTART_MS)
        this.surprises.push(
          `F11 the restart took ${Math.round(this.restartMs)} ms, and ${Math.round(restart.queuedMs)} ms in which others had the processors`,
        )
    } catch (error) {
      this.ending.abort(error)
    }
  }

  private async lastEvent(): Promise<number> {
    const { rows } = await this.deps.database.query(
      'SELECT coalesce(max(e.seq), 0)::int AS seq FROM "Event" e JOIN "Session" s ON s.id::text = e.chain WHERE s.key = $1',
      [this.name],
    )
    return z.object({ seq: z.int() }).parse(rows[0]).seq
  }
}
