import { describe, expect, test } from 'vitest'
import { toInstant } from '@/lib/domain/instant'
import { refuse } from '@/lib/domain/problem'
import { newId } from '@/lib/server/new-id'
import { insertRule } from '@/lib/store/rule'
import { type Seen, seeSet } from '@/lib/store/work-in-hand'
import { isSomebodyWaiting } from '@/lib/testing/is-somebody-waiting'
import { calls, ok, refused, Scenario, scenario } from '@/lib/testing/scenario'
import type { Deps } from './deps'
import { writeFact } from './fact'

const done = { text: 'Done.' }

/** A process in which the loop cannot begin within a fact: the first time it looks who holds the session it breaks. */
function broken(deps: Deps): Deps {
  let breaks = true
  const presence = {
    ...deps.presence,
    get holder(): bigint {
      if (!breaks) return deps.presence.holder
      breaks = false
      throw new Error('A bug of the tests.')
    },
  }
  return { ...deps, presence }
}

test('what a Decision lets begin is begun in its own commit, where this process has a place for it', async () => {
  const s = await scenario()
  await s.plays([calls('gated_write a!'), done])
  await s.waitsOn('gated_write')
  await s.world.until('a free place', async () => s.server.waker.active() === 0)
  await s.approves('gated_write')
  await s.ends('final_text')
  const rows = await s.world.db.event.findMany({
    where: { chain: s.sessionId, type: { in: ['call.decided', 'call.started'] } },
  })
  expect(rows.map(({ type }) => type)).toEqual(['call.decided', 'call.started'])
  expect(new Set(rows.map(({ xid }) => xid)).size).toBe(1)
})

test('a process without a free place leaves what follows to the loop', async () => {
  const s = await scenario()
  await s.plays([calls('gated_write a!'), done])
  await s.waitsOn('gated_write')
  const full = { ...s.server, deps: { ...s.server.deps, reserve: () => null } }
  await new Scenario(s.world, full, s.sessionId).approves('gated_write')
  await s.ends('final_text')
  expect(s.gates.ledger).toEqual(['a!'])
})

test('a fact is stored though the loop cannot begin with it, and the loop goes on by itself', async () => {
  const s = await scenario()
  const deps = broken(s.server.deps)
  await new Scenario(s.world, { ...s.server, deps }, s.sessionId).plays([calls('gated_write a!'), done])
  await s.waitsOn('gated_write')
  expect((await s.told()).filter(type => type === 'run.queued')).toHaveLength(1)
  await s.approves('gated_write')
  await s.ends('final_text')
})

test('a fact that is refused gives its place back', async () => {
  const s = await scenario({}, { server: { slots: 1 } })
  await s.plays([calls('gated_write a!'), done])
  await s.waitsOn('gated_write')
  const before = await s.view()
  await s.rules('gated_write', { kind: 'mark_done' })
  expect(s.server.waker.active()).toBe(0)
  expect((await s.view()).seq).toBe(before.seq)
  await s.approves('gated_write')
  await s.ends('final_text')
})

describe('a fact about a session that was looked at before', () => {
  /** However long the machine has taken since. */
  const recently = (seen: Seen): Seen => ({
    ...seen,
    get arrived() {
      return performance.now()
    },
  })

  async function waiting() {
    const s = await scenario()
    await s.plays([calls('gated_write a!'), done])
    const set = await s.waitsOn('gated_write')
    await s.world.until('a free place', async () => s.server.waker.active() === 0)
    const seen = await seeSet(s.world.db, set.id)
    if (!seen) throw new Error('There is no set.')
    return { s, seen: recently(seen) }
  }

  /** The versions of the session that the body was asked with, and the Rules that it found. */
  async function written(s: Scenario, seen: Seen) {
    const asked: { version: number; rules: number }[] = []
    const answer = await writeFact(s.server.deps, { sessionId: s.sessionId, seen }, async write => {
      asked.push({ version: write.row.version, rules: (await write.work.now()).rules.length })
      return 'stored'
    })
    expect(ok(answer)).toBe('stored')
    return asked
  }

  /** As another session may make it. */
  const makesRule = (s: Scenario) =>
    insertRule(
      s.world.db,
      {
        ...{ id: newId(), reads: false, matchers: [], scope: 'always', tool: 'read_file', effect: 'allow' },
        ...{ enabled: true, uses: 0 },
      },
      toInstant(Date.now()),
    )

  test('is about what was seen, if it still is so', async () => {
    const { s, seen } = await waiting()
    expect(await written(s, seen)).toEqual([{ version: seen.row.version, rules: 0 }])
    expect((await s.view()).seq).toBe(seen.row.seq)
  })

  test('is begun anew where the session has changed since', async () => {
    const { s, seen } = await waiting()
    const now = (await written(s, seen))[0]?.version ?? 0
    expect(await written(s, seen)).toEqual([
      { version: now, rules: 0 },
      { version: now + 1, rules: 0 },
    ])
  })

  test('is begun anew where the session changes while its lock is waited for', async () => {
    const { s, seen } = await waiting()
    const { db, until } = s.world
    const { writing } = await db.$transaction(async first => {
      await first.$executeRaw`UPDATE "Session" SET version = 77 WHERE id = ${s.sessionId}::uuid`
      const writing = written(s, seen)
      await until('the wait', () => isSomebodyWaiting(db))
      return { writing }
    })
    expect((await writing).map(({ version }) => version)).toEqual([seen.row.version, 77])
  })

  test('is refused by what is there, and not by what was seen', async () => {
    const { s, seen } = await waiting()
    await written(s, seen)
    const answer = await writeFact(s.server.deps, { sessionId: s.sessionId, seen }, async write =>
      refuse('invalid_request', `It is version ${write.row.version}.`),
    )
    expect(refused(answer, 'invalid_request').detail).toBe(`It is version ${seen.row.version + 1}.`)
  })

  test('is begun anew where a body fails over what is no longer so', async () => {
    const { s, seen } = await waiting()
    await written(s, seen)
    const answer = await writeFact(s.server.deps, { sessionId: s.sessionId, seen }, async write => {
      if (write.row.version === seen.row.version) throw new Error('A bug of the tests.')
      return 'stored'
    })
    expect(ok(answer)).toBe('stored')
  })

  test('knows what holds for all sessions, where the look is longer ago', async () => {
    const { s, seen } = await waiting()
    await makesRule(s)
    const longAgo = { ...seen, arrived: performance.now() - 1_001 }
    expect((await written(s, longAgo)).map(({ rules }) => rules)).toEqual([1])
  })
})
