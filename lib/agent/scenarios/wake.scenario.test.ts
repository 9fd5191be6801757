import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { numberOfRuns } from '@/test/number-of-runs'
import { calls, refused, Scenario, scenario, startsSession } from '@/test/world/scenario'
import type { Server } from '@/test/world/world'

const done = { text: 'Done.' }

/** The session through a process whose notes to others are all lost. */
function unheard(s: Scenario, server: Server): Scenario {
  const bus = { ...server.deps.bus, publish: () => undefined }
  return new Scenario(s.world, { ...server, deps: { ...server.deps, bus } }, s.sessionId)
}

const turnOfTheLoop = (): Promise<void> => new Promise(resolve => setImmediate(resolve))

describe('a fact wakes whoever has to act on it', () => {
  test('though nobody was there when it came, and the job about it was taken by a process that died at once', async () => {
    const s = await scenario()
    await s.plays([calls('gated_write a!'), done])
    await s.waitsOn('gated_write')
    await s.crashesAndRestarts({ slots: 0 })
    await s.approves('gated_write')
    await s.says('Also this.')
    await s.world.until('a job that nobody works on', async () => {
      const taken = await s.world.db.$executeRaw`
        UPDATE pgboss.job SET state = 'active', started_on = now() WHERE name = 'advance' AND state IN ('created', 'active')`
      return taken > 0
    })
    await s.crashesAndRestarts()
    await s.ends('final_text')
    expect(s.gates.ledger).toEqual(['a!'])
  })

  test('though the note about it was lost while the session rested, and was lost while an Activity ran', async () => {
    const s = await scenario()
    const web = await s.world.startServer({ role: 'web' })
    await s.plays([calls('gated_read a', 'gated_read b'), done])
    await s.waitsOn('gated_read', 'gated_read')
    await unheard(s, web).approves('gated_read a')
    await s.gates.begins('a')
    await unheard(s, web).approves('gated_read b')
    await s.gates.begins('b')
    await unheard(s, web).stops()
    await s.ends('cancelled')
  })

  test('at whatever moment it comes, and through whichever process', async () => {
    const s = await scenario()
    const servers = [s.server, await s.world.startServer(), await s.world.startServer({ role: 'web' })]
    const schedule = fc.array(fc.record({ server: fc.nat(2), turns: fc.nat(40) }), {
      minLength: 4,
      maxLength: 4,
    })
    await fc.assert(
      fc.asyncProperty(schedule, async moments => {
        const one = await startsSession(s.world, s.server)
        await one.plays([calls('gated_write a!', 'gated_read b!', 'gated_read c!'), done, done, done])
        await one.waitsOn('gated_write', 'gated_read', 'gated_read')
        const facts = [
          (by: Scenario) => by.approves('gated_write'),
          (by: Scenario) => by.approves('gated_read b!'),
          (by: Scenario) => by.approves('gated_read c!'),
          (by: Scenario) => by.says('And this.'),
        ]
        await Promise.all(
          moments.map(async ({ server, turns }, index) => {
            for (let n = 0; n < turns; n += 1) await turnOfTheLoop()
            const by = servers[server]
            if (by) await facts[index]?.(new Scenario(s.world, by, one.sessionId))
          }),
        )
        await s.world.until('the end of it', async () => {
          const { activeRun, lastRun, queue } = await one.view()
          return !activeRun && lastRun?.stopReason === 'final_text' && queue.length === 0
        })
      }),
      { numRuns: numberOfRuns(12), endOnFailure: true },
    )
  })
})

describe('a process that sees another workspace', () => {
  test('claims no session and decides nothing, and says why', async () => {
    const s = await scenario()
    await s.plays([calls('gated_write a!'), done])
    await s.waitsOn('gated_write')
    const elsewhere = await mkdtemp(path.join(tmpdir(), 'countersign-elsewhere-'))
    onTestFinished(() => rm(elsewhere, { recursive: true, force: true }))
    await s.crashesAndRestarts({ workspace: elsewhere })
    expect(s.server.errors.splice(0)).toEqual([
      expect.stringMatching(/is not the one that this database knows/),
    ])
    const answer = refused(await s.rules('gated_write', { kind: 'approve' }), 'unavailable')
    expect(answer.detail).toMatch(/is not the one that this database knows/)
    await s.says('Is anybody there?')
    const fit = await s.world.startServer()
    s.server = fit
    await s.approves('gated_write')
    await s.ends('final_text')
    expect(s.gates.ledger).toEqual(['a!'])
  })
})
