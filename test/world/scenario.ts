import { expect, onTestFinished } from 'vitest'
import { decide } from '@/lib/agent/actions/decisions/decide'
import { deleteSession } from '@/lib/agent/actions/delete-session'
import { forkSession } from '@/lib/agent/actions/forks/fork-session'
import { changeSession, openSession } from '@/lib/agent/actions/open-session'
import { revertCall, revertRun } from '@/lib/agent/actions/revert'
import { stopSession } from '@/lib/agent/actions/runs'
import { type Accepted, intake } from '@/lib/agent/actions/send-message'
import type { Call, CallSet } from '@/lib/domain/call/call'
import type { DecideInput, DecisionInput } from '@/lib/domain/call/decision-request'
import { authorOf, OWNER } from '@/lib/domain/contract/person'
import { type ProblemCode, Refusal } from '@/lib/domain/contract/problem'
import type { NewMessage } from '@/lib/domain/run/message'
import type { RunRow, StopReason } from '@/lib/domain/run/run'
import type { Event } from '@/lib/domain/session/event'
import { isKnownEvent } from '@/lib/domain/session/event-kind'
import type { NewSession, SessionPatch } from '@/lib/domain/session/session'
import type { SessionView } from '@/lib/domain/session/view'
import type { ProcessConfig } from '@/lib/server/process-config'
import { findCall, findSets } from '@/lib/store/call/call'
import { inSnapshot } from '@/lib/store/connection/database'
import type { OnceKey } from '@/lib/store/installation/idempotency-key'
import { eventsAfter } from '@/lib/store/record/event'
import { findRun } from '@/lib/store/run/run'
import { readView } from '@/lib/store/session/view'
import { checkStory } from './check-invariants'
import { sentMessages, spoken } from './sent-messages'
import { AT_ONCE, createWorld, type Server, type World } from './world'
import { takeWorld } from './world-pool'

/** One entry of a script for the replay model. */
export type Scripted = {
  text?: string
  reasoning?: string
  calls?: { name: string; arguments: unknown }[]
  raw?: string
  fault?: string
  delayMs?: number
  chunkMs?: number
}

/** The model proposes one Call. */
export const call = (name: string, args: unknown): Scripted => ({ calls: [{ name, arguments: args }] })

/** The model proposes several at once, of tools of the tests: `['gated_write a', 'gated_read b']`. */
export const calls = (...names: string[]): Scripted => ({
  calls: names.map(each => {
    const [tool = '', name = ''] = each.split(' ')
    return { name: tool, arguments: { name } }
  }),
})

/** A test as a story: what the person says and rules, what the session then is. Every story is checked. */
export async function scenario(
  settings: NewSession = {},
  given: { world?: World; server?: Partial<ProcessConfig> } = {},
): Promise<Scenario> {
  if (!given.world && !given.server) {
    const { world, server } = await takeWorld()
    return startsSession(world, server, settings)
  }
  const world = given.world ?? (await createWorld())
  return startsSession(world, await world.startServer(given.server), settings)
}

/** Another session in the same world. */
export async function startsSession(
  world: World,
  server: Server,
  settings: NewSession = {},
): Promise<Scenario> {
  const opened = ok(await openSession(server.deps, { settings: { model: 'scripted:replay', ...settings } }))
  const story = new Scenario(world, server, opened.session.id)
  // Also where the test has failed: it may have been late only, or because something is broken.
  onTestFinished(async () => {
    if (story.isChecked) await checkStory(world.db, story.sessionId)
  })
  return story
}

export function ok<T>(answer: T | Refusal): T {
  if (answer instanceof Refusal)
    throw new Error(`Refused: ${answer.code}: ${answer.detail} ${JSON.stringify(answer.more)}`)
  return answer
}

/** The Refusal that an answer is, by its code. */
export function refused(answer: unknown, code: ProblemCode): Refusal {
  if (!(answer instanceof Refusal)) throw new Error(`Not refused: ${JSON.stringify(answer)}`)
  expect(answer).toMatchObject({ code })
  return answer
}

/** What a Decision says beyond the Call it is about. */
export type Ruling = DecisionInput extends infer D
  ? D extends unknown
    ? Omit<D, 'callId' | 'digest'>
    : never
  : never

/** A Decision about a Call as it is shown. */
export const ruling = (about: Pick<Call, 'id' | 'digest'>, given: Ruling): DecisionInput =>
  ({ ...given, callId: about.id, digest: about.digest }) as DecisionInput

export class Scenario {
  /** Whether the story is checked at its end; rows that were touched by hand cannot be. */
  isChecked = true

  constructor(
    readonly world: World,
    public server: Server,
    readonly sessionId: string,
  ) {}

  get deps() {
    return this.server.deps
  }

  get gates() {
    return this.world.gates
  }

  /** The person says something to the model that reads scripts. */
  async plays(turns: Scripted[], more: Omit<NewMessage, 'text'> = {}): Promise<Accepted> {
    return this.says(JSON.stringify({ turns }), more)
  }

  says = async (text: string, more: Omit<NewMessage, 'text'> = {}): Promise<Accepted> =>
    ok(await this.tries(text, more))

  tries = (text: string, more: Omit<NewMessage, 'text'> = {}): Promise<Accepted | Refusal> =>
    intake(this.deps, { sessionId: this.sessionId, message: { text, ...more }, by: authorOf(OWNER) })

  stops = async (): Promise<string | null> =>
    ok(await stopSession(this.deps, { sessionId: this.sessionId, by: OWNER.id })).runId

  deletes = async (): Promise<void> => {
    ok(await deleteSession(this.deps, { sessionId: this.sessionId, by: OWNER.id }))
  }

  sets = async (patch: SessionPatch): Promise<void> => {
    ok(await changeSession(this.deps, { sessionId: this.sessionId, patch, person: OWNER }))
  }

  /** Another session, which goes on from this one as it was after an Event. Its story is checked too. */
  async forks(seq: number): Promise<Scenario> {
    const { id } = ok(await forkSession(this.deps, { sessionId: this.sessionId, seq }))
    const fork = new Scenario(this.world, this.server, id)
    onTestFinished(() => checkStory(this.world.db, id))
    await fork.checks()
    return fork
  }

  async view(): Promise<SessionView> {
    const view = await inSnapshot(this.world.db, tx => readView(tx, this.sessionId))
    if (!view) throw new Error('The session is gone.')
    return view
  }

  /** Looks at the view at first, and whenever something was committed. */
  #until<T>(what: string, look: (view: SessionView) => T | null | undefined | false): Promise<T> {
    let version: number | undefined
    return this.world.until(what, async () => {
      const head = await this.world.db.sessionHead.findUnique({
        where: { sessionId: this.sessionId },
        select: { version: true },
      })
      if (head && head.version === version) return undefined
      version = head?.version
      return look(await this.view())
    })
  }

  /** Waits until Calls of exactly these tools wait for the person and nothing runs, and gives their set. */
  async waitsOn(...tools: string[]): Promise<CallSet> {
    return this.#until(`waiting on ${tools}`, ({ session, pendingSet }) => {
      const waiting = pendingSet?.calls.filter(one => one.state === 'waiting').map(one => one.tool)
      return session.state === 'waiting' && JSON.stringify(waiting) === JSON.stringify(tools) && pendingSet
    })
  }

  /** The one Call that waits, once it does for this reason. */
  async asks(tool: string, why: string = 'policy'): Promise<Extract<Call, { state: 'waiting' }>> {
    return this.#until(`${tool} waiting for ${why}`, ({ pendingSets }) => {
      const waiting = pendingSets.flatMap(set => set.calls).filter(one => one.state === 'waiting')
      return waiting.find(one => one.tool === tool && one.why === why)
    })
  }

  /** Rules about the first Call of this tool that waits; `name` tells it from others of the set. */
  async rules(tool: string, given: Ruling, more: Partial<DecideInput> = {}): Promise<CallSet | Refusal> {
    const [toolName, name] = tool.split(' ')
    const { pendingSet } = await this.view()
    const found = pendingSet?.calls.find(
      one =>
        one.tool === toolName &&
        one.state === 'waiting' &&
        (name === undefined || one.proposed.argumentsText.includes(`"${name}"`)),
    )
    if (!pendingSet || !found) throw new Error(`No call of ${tool} waits.`)
    return this.rulesOn(pendingSet.id, [ruling(found, given)], more)
  }

  rulesOn = (
    setId: string,
    decisions: DecisionInput[],
    more: Partial<DecideInput> = {},
  ): Promise<CallSet | Refusal> => decide(this.deps, { setId, input: { decisions, ...more }, person: OWNER })

  approves = async (...tools: string[]): Promise<void> => {
    for (const tool of tools) ok(await this.rules(tool, { kind: 'approve' }))
  }
  denies = async (tool: string, reason?: string): Promise<CallSet> =>
    ok(await this.rules(tool, { kind: 'deny', ...(reason ? { reason } : {}) }))
  edits = async (tool: string, args: unknown): Promise<CallSet> =>
    ok(await this.rules(tool, { kind: 'edit', arguments: args }))

  /** The person asks to undo what a Call, or with `run` all Calls of a Run, did to files. */
  triesToRevert = (id: string, more: { run?: true; once?: OnceKey } = {}): Promise<CallSet | Refusal> => {
    const by = { person: OWNER, once: more.once }
    return more.run
      ? revertRun(this.deps, { ...by, runId: id })
      : revertCall(this.deps, { ...by, callId: id })
  }

  reverts = async (id: string, more: { run?: true; once?: OnceKey } = {}): Promise<CallSet> =>
    ok(await this.triesToRevert(id, more))

  /** The same, approved as it is shown. */
  restores = async (id: string) => this.settles(await this.approvesAll(await this.reverts(id)))

  async approvesAll({ id, calls }: CallSet): Promise<CallSet> {
    const decisions = calls.map(call => ruling(call, { kind: 'approve' }))
    return ok(await this.rulesOn(id, decisions))
  }

  /** The Calls of a set, once each has its Result. */
  async settles({ id }: Pick<CallSet, 'id'>): Promise<Extract<Call, { state: 'settled' }>[]> {
    return this.world.until('a set that is settled', async () => {
      const calls = (await findSets(this.world.db, [id]))[0]?.calls ?? []
      const settled = calls.filter(one => one.state === 'settled')
      return settled.length === calls.length && settled
    })
  }

  /** Waits until the Run has ended, for this reason. */
  async ends(stopReason: StopReason, runId?: string): Promise<RunRow> {
    const id =
      runId ??
      (await this.#until(
        `a run that ended ${stopReason}`,
        ({ activeRun, lastRun }) => !activeRun && lastRun?.id,
      ))
    const run = await this.world.until(`the run ${id} ended`, async () => {
      const found = await findRun(this.world.db, id)
      return found?.status === 'ended' && found
    })
    expect(run, run.error ?? undefined).toMatchObject({ stopReason })
    return run
  }

  /** Calls by their settled Result, in the order of the transcript. */
  async results(): Promise<string[]> {
    const { transcript } = await this.view()
    return transcript.flatMap(entry => (entry.call ? [`${entry.call.tool}: ${entry.call.result}`] : []))
  }

  async texts(): Promise<string[]> {
    const { transcript } = await this.view()
    return transcript.map(entry => `${entry.kind}: ${entry.text}`)
  }

  /** What the model was sent with a Request, one line a message. */
  sent = async (number: number): Promise<string[]> =>
    spoken(await sentMessages(this.world.db, this.sessionId, number))

  events = async (): Promise<Event[]> =>
    (await eventsAfter(this.world.db, this.sessionId, { after: 0, limit: 100_000 })).filter(isKnownEvent)

  /** The types of the events since a sequence number, in order. */
  told = async (after = 0): Promise<string[]> =>
    (await this.events()).filter(event => event.seq > after).map(event => event.type)

  /** Checks at this very moment what is checked of every story at its end. */
  checks = (): Promise<void> => checkStory(this.world.db, this.sessionId)

  async callNow(id: string): Promise<Call> {
    const found = await findCall(this.world.db, id)
    if (!found) throw new Error('There is no such call.')
    return found
  }

  /** The process dies as by kill -9, and another one is started on the same database. */
  async crashesAndRestarts(more?: Partial<ProcessConfig>): Promise<void> {
    this.server.kill9()
    this.server = await this.world.startServer({ takeover: AT_ONCE, ...more })
  }
}
