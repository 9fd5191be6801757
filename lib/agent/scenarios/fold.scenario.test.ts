import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Call } from '@/lib/domain/call/call'
import { whyNotDecide } from '@/lib/domain/call/capabilities'
import { DecisionKind } from '@/lib/domain/call/decision'
import { Refusal } from '@/lib/domain/contract/problem'
import { QueueMode } from '@/lib/domain/run/message'
import type { NewSession } from '@/lib/domain/session/session'
import type { EventReader } from '@/test/http/event-reader'
import {
  calls,
  type Ruling,
  ruling,
  type Scenario,
  type Scripted,
  scenario,
  startsSession,
} from '@/test/world/scenario'
import { Watcher } from '@/test/world/watcher'

/** What may happen to a session, in any order; `pick` and `kind` choose among what is there. */
type What =
  | { do: 'say'; turns: Scripted[]; mode: QueueMode }
  | { do: 'decide'; pick: number; kind: number }
  | { do: 'pass'; ms: number }
  | { do: 'approve all' | 'open' | 'stop' | 'crash' | 'set' }

/** `by`: through which process; `calm`: once nothing more happens by itself. */
type Action = { by: number; calm: boolean; what: What }

/** All of it is told in `npm run proof`. */
const isProof = process.env.TEST_SCOPE === 'proof'

let gate = 0
/** A name of its own for each Activity, some of which go through at once. */
function fresh(tool: string, isOpen: boolean): string {
  gate += 1
  return `${tool} ${gate}${isOpen ? '!' : ''}`
}

const one = <T>(arbitrary: fc.Arbitrary<T>, weight: number) => ({ arbitrary, weight })
const simply = (what: What, weight: number) => one(fc.constant(what), weight)

const anyCall = fc.record({
  tool: fc.constantFrom('gated_write', 'gated_write', 'gated_read', 'gated_peek', 'no_such_tool'),
  isOpen: fc.boolean(),
})
const anySet = fc
  .array(anyCall, { minLength: 1, maxLength: 4 })
  .map((set): Scripted => calls(...set.map(({ tool, isOpen }) => fresh(tool, isOpen))))
const anyTurn: fc.Arbitrary<Scripted> = fc.oneof(
  one(anySet, 6),
  one(fc.constant({ text: 'An answer.' }), 2),
  one(
    fc.constantFrom('length', 'http_500', 'overflow').map(fault => ({ text: 'Half', fault })),
    1,
  ),
)
const saying = fc.record({
  do: fc.constant('say' as const),
  turns: fc.array(anyTurn, { minLength: 1, maxLength: 4 }),
  mode: fc.constantFrom(...QueueMode.options),
})
const deciding = fc.record({ do: fc.constant('decide' as const), pick: fc.nat(3), kind: fc.nat(2) })
const anything: fc.Arbitrary<What> = fc.oneof(
  one(saying, 3),
  one(deciding, 8),
  simply({ do: 'approve all' }, 6),
  simply({ do: 'crash' }, 5),
  simply({ do: 'open' }, 3),
  simply({ do: 'set' }, 1),
  simply({ do: 'stop' }, 1),
  simply({ do: 'pass', ms: 2_000 }, 1),
  simply({ do: 'pass', ms: 400_000 }, 1),
)
const anyAction = fc.record({ by: fc.nat(1), calm: fc.boolean(), what: anything })
/** A story begins with a set to decide. */
const anyStory: fc.Arbitrary<Action[]> = fc
  .record({ set: anySet, more: fc.array(anyAction, { minLength: 8, maxLength: isProof ? 24 : 12 }) })
  .map(({ set, more }) => [
    { by: 0, calm: true, what: { do: 'say', turns: [set, { text: 'Done.' }], mode: 'steer' } },
    ...more,
  ])
const anySettings: fc.Arbitrary<NewSession> = fc.constantFrom(
  {},
  { limits: { expiryMs: 300_000 } },
  { limits: { requests: 2, activeMs: 300_000 } },
)

/** Nothing more happens by itself: nobody holds the session and no wake is due, or an Activity runs. */
const quiet = (s: Scenario): Promise<unknown> =>
  s.world.until('quiet', async () => {
    const seconds = s.world.clock.offsetMs / 1000
    const rows = await s.world.db.$queryRaw<unknown[]>`
      SELECT 1 FROM "SessionHead" h LEFT JOIN "Wake" w ON w."sessionId" = h."sessionId"
      WHERE h."sessionId" = ${s.sessionId}::uuid AND (
        (h."leaseHolder" IS NULL AND (w.at IS NULL
          OR w.at > clock_timestamp() + ${seconds} * interval '1 second'))
        OR EXISTS (SELECT 1 FROM "Call" WHERE "sessionId" = h."sessionId" AND state = 'executing'))`
    return rows.length > 0
  })

const RULINGS: Record<string, (call: Call) => Ruling> = {
  approve: () => ({ kind: 'approve' }),
  edit: call => ({ kind: 'edit', arguments: { name: `${call.index}e!` } }),
  deny: () => ({ kind: 'deny', reason: 'No.' }),
  retry: () => ({ kind: 'retry' }),
  mark_done: () => ({ kind: 'mark_done', result: 'It is done.' }),
  skip: () => ({ kind: 'skip' }),
}

async function decides(s: Scenario, pick: number, kind: number): Promise<void> {
  const { pendingSet } = await s.view()
  const waiting = (pendingSet?.calls ?? []).filter(call => call.state === 'waiting')
  const call = waiting[pick % Math.max(1, waiting.length)]
  if (!pendingSet || !call) return
  const kinds = DecisionKind.options.filter(each => each in RULINGS && whyNotDecide(call, each) === null)
  const given = RULINGS[kinds[kind % kinds.length] ?? '']?.(call)
  const answer = given && (await s.rulesOn(pendingSet.id, [ruling(call, given)]))
  if (answer instanceof Refusal) expect(answer.code).toMatch(/^(already_decided|stale_digest)$/)
}

async function acts(s: Scenario, what: What): Promise<void> {
  switch (what.do) {
    case 'say':
      await s.plays(what.turns, { queueMode: what.mode })
      return
    case 'decide':
      return decides(s, what.pick, what.kind)
    case 'approve all':
      for (let n = 0; n < 4; n += 1) await decides(s, 0, 0)
      return
    case 'open':
      for (const name of s.gates.begun) s.gates.open(name)
      return
    case 'stop':
      await s.stops()
      return
    case 'crash':
      return s.crashesAndRestarts()
    case 'set':
      return s.sets({ title: 'Another title', limits: { resultChars: 1000 } })
    case 'pass':
      return s.world.passes(what.ms)
    default:
      return what satisfies never
  }
}

/** What was told at once, as far as a reader was there, is what somebody reads who comes later. */
async function expectSame(s: Scenario, readers: EventReader[]): Promise<void> {
  const { seq } = await s.view()
  const later = await new Watcher(s.server).session(s.sessionId, 0)
  await later.until('the last fact', () => Number(later.lastId) >= seq)
  for (const { facts } of readers) {
    const count = Math.min(facts.length, later.facts.length)
    expect(facts.slice(0, count)).toStrictEqual(later.facts.slice(0, count))
  }
}

/** That many stories, one after the other, in a world of their own. */
async function tellStories(numRuns: number): Promise<void> {
  const first = await scenario()
  const servers = [first.server, await first.world.startServer()]
  const story = fc.asyncProperty(anySettings, anyStory, async (settings, actions) => {
    const s = await startsSession(first.world, servers[0] ?? first.server, settings)
    const readers = await Promise.all(servers.map(server => new Watcher(server).session(s.sessionId, 0)))
    for (const { by, calm, what } of actions) {
      s.server = servers[by] ?? s.server
      if (calm) await quiet(s)
      await acts(s, what)
      servers[by] = s.server
      if (calm || isProof) await s.checks()
    }
    await quiet(s)
    await s.checks()
    await s.stops()
    await s.world.until('the end', async () => !(await s.view()).activeRun)
    await expectSame(s, readers)
  })
  await fc.assert(story, { numRuns, endOnFailure: true })
}

/** A story mostly waits for its session to come to rest: worlds go on at once. */
const WORLDS = isProof ? 4 : 1

test('whatever happens, in whatever order, everybody who follows sees what the rows say', async () => {
  const each = Math.ceil(Number(process.env.STORIES ?? (isProof ? 40 : 3)) / WORLDS)
  await Promise.all(Array.from({ length: WORLDS }, () => tellStories(each)))
}, 1_200_000)
