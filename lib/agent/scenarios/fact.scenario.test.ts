// @module-tag invariant

import { describe, expect, test } from 'vitest'
import { refuse } from '@/lib/domain/contract/problem'
import { insertRule } from '@/lib/store/policy/rule'
import { readSessionOfSet, type SessionSnapshot } from '@/lib/store/session/session-work'
import { isSomebodyWaiting } from '@/test/database/is-somebody-waiting'
import { aRule } from '@/test/factories'
import { calls, ok, refused, Scenario, scenario } from '@/test/world/scenario'
import { storeInput } from '../loop/store-input'
import type { Deps } from '../process/deps'

const done = { text: 'Done.' }

/** A process in which the loop cannot begin within a fact: the first time it looks who holds the session it breaks. */
function broken(deps: Deps): Deps {
  let breaks = true
  const presence = {
    ...deps.processLock,
    get holder(): bigint {
      if (!breaks) return deps.processLock.holder
      breaks = false
      throw new Error('A bug of the tests.')
    },
  }
  return { ...deps, processLock: presence }
}

test('what a Decision lets begin is begun in its own commit, where this process has a place for it', async () => {
  const s = await scenario()
  await s.plays([calls('gated_write a!'), done])
  await s.waitsOn('gated_write')
  await s.world.until('a free place', async () => s.server.pool.active() === 0)
  await s.approves('gated_write')
  await s.ends('final_text')
  const rows = await s.world.db.event.findMany({ where: { chain: s.sessionId }, select: { types: true } })
  expect(rows.map(({ types }) => types)).toContainEqual(['call.decided', 'call.started', 'run.changed'])
})

test('a fact is stored though the loop cannot begin with it, for want of a place or by a bug, and the loop goes on by itself', async () => {
  const s = await scenario()
  const deps = broken(s.server.deps)
  await new Scenario(s.world, { ...s.server, deps }, s.sessionId).plays([calls('gated_write a!'), done])
  await s.waitsOn('gated_write')
  expect((await s.told()).filter(type => type === 'run.queued')).toHaveLength(1)
  const full = { ...s.server, deps: { ...s.server.deps, reserve: () => null } }
  await new Scenario(s.world, full, s.sessionId).approves('gated_write')
  await s.ends('final_text')
  expect(s.gates.ledger).toEqual(['a!'])
})

test('a fact that is refused gives its place back', async () => {
  const s = await scenario({}, { server: { slots: 1 } })
  await s.plays([calls('gated_write a!'), done])
  await s.waitsOn('gated_write')
  const before = await s.view()
  await s.rules('gated_write', { kind: 'mark_done' })
  expect(s.server.pool.active()).toBe(0)
  expect((await s.view()).seq).toBe(before.seq)
  await s.approves('gated_write')
  await s.ends('final_text')
})

describe('a fact about a session that was looked at before', () => {
  /** However long the machine has taken since. */
  const recently = (snapshot: SessionSnapshot): SessionSnapshot => ({
    ...snapshot,
    get arrived() {
      return performance.now()
    },
  })

  async function waiting() {
    const s = await scenario()
    await s.plays([calls('gated_write a!'), done])
    const set = await s.waitsOn('gated_write')
    await s.world.until('a free place', async () => s.server.pool.active() === 0)
    const found = await readSessionOfSet(s.world.sql, set.id)
    if (!found) throw new Error('There is no set.')
    return { s, snapshot: recently(found) }
  }

  /** The versions that the body was to make, one for each time it was asked, and the Rules that it found. */
  async function written(s: Scenario, snapshot: SessionSnapshot) {
    const tries: { version: number; rules: number }[] = []
    const answer = await storeInput(
      s.server.deps,
      { sessionId: s.sessionId, hint: { snapshot } },
      async write => {
        tries.push({ version: write.row.version, rules: write.work.rules.length })
        return 'stored'
      },
    )
    expect(ok(answer)).toBe('stored')
    return tries
  }

  /** As another session may make it. */
  const makesRule = (s: Scenario) => s.world.writes(rows => insertRule(rows, aRule({ tool: 'read_file' })))

  test('is about what was seen, if it still is so, and is begun anew where it has changed, or a Rule of all sessions', async () => {
    const { s, snapshot } = await waiting()
    const { version } = snapshot.row
    expect(await written(s, snapshot)).toEqual([{ version: version + 1, rules: 0 }])
    expect((await s.view()).seq).toBe(snapshot.row.seq)
    const tries = await written(s, snapshot)
    expect(tries.map(each => each.version)).toEqual([version + 1, version + 2])
    const known = { sessionId: s.sessionId, known: { snapshot } }
    const answer = await storeInput(s.server.deps, known, async write => {
      if (write.row.version === version + 1) throw new Error('A bug of the tests.')
      return 'stored'
    })
    expect(ok(answer)).toBe('stored')
    const { s: other, snapshot: before } = await waiting()
    await makesRule(other)
    expect((await written(other, before)).map(({ rules }) => rules)).toEqual([0, 1])
  })

  test('is refused by what is there, and not by what was seen', async () => {
    const { s, snapshot } = await waiting()
    await written(s, snapshot)
    const known = { sessionId: s.sessionId, known: { snapshot } }
    const answer = await storeInput(s.server.deps, known, async write =>
      refuse('invalid_request', `It is version ${write.row.version}.`),
    )
    expect(refused(answer, 'invalid_request').detail).toBe(`It is version ${snapshot.row.version + 2}.`)
  })

  test('is begun anew where the session changes while somebody else writes it', async () => {
    const { s, snapshot } = await waiting()
    const { db, until } = s.world
    const { writing } = await db.$transaction(async first => {
      await first.$executeRaw`UPDATE "SessionHead" SET version = 77 WHERE "sessionId" = ${s.sessionId}::uuid`
      const writing = written(s, snapshot)
      await until('the wait', () => isSomebodyWaiting(db))
      return { writing }
    })
    expect((await writing).map(({ version }) => version)).toEqual([snapshot.row.version + 1, 78])
  })
})
