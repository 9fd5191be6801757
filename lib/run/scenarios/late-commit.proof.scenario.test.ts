// @module-tag invariant
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createJumpingClock } from '@/lib/testing/world/jumping-clock'
import { type Fate, holdsNext, overProxy } from '@/lib/testing/world/over-proxy'
import { ok, type Ruling, Scenario } from '@/lib/testing/world/scenario'
import { AT_ONCE } from '@/lib/testing/world/world'
import { isTemporaryName, temporaryName } from '@/lib/tools/workspace/replace-file'

const writesFile = [
  { calls: [{ name: 'write_file', arguments: { path: 'a.txt', content: 'a' } }] },
  { text: 'Done.' },
]

type Taken = { late: Scenario; s: Scenario; release: () => void; deciding: Promise<void> }

/**
 * A commit that lets a write begin is stored, but its process does not hear of that until `release`. Another
 * process has taken the session over meanwhile, and asks what became of the write.
 */
async function takenOver(
  through: 'same' | 'web',
  meanwhile?: (late: Scenario) => Promise<void>,
): Promise<Taken> {
  const clock = createJumpingClock()
  const { s: late, proxy } = await overProxy(['call.started'], { server: { leaseClock: clock } })
  await late.plays(writesFile)
  await late.waitsOn('write_file')
  const decider = through === 'same' ? late.server : await late.world.startServer({ role: 'web' })
  const fate = Promise.withResolvers<Fate>()
  const held = holdsNext(proxy, 'after', fate.promise)
  const deciding = new Scenario(late.world, decider, late.sessionId).approves('write_file')
  await held
  await meanwhile?.(late)
  const s = new Scenario(late.world, await late.world.startServer({ takeover: AT_ONCE }), late.sessionId)
  await s.asks('write_file', 'outcome_unknown')
  clock.stalls(8_000)
  return { late, s, release: () => fate.resolve('forward'), deciding }
}

/** The late process has heard of its commit, and has nothing more to do. */
async function hears({ late, release, deciding }: Taken): Promise<void> {
  release()
  await deciding
  await late.world.until('the late process at rest', async () => late.server.waker.active() === 0)
}

const isWritten = ({ late }: Taken): boolean => existsSync(join(late.world.workspace, 'a.txt'))

const rulings: [string, Ruling][] = [
  ['skipped it', { kind: 'skip' }],
  ['called it done', { kind: 'mark_done' }],
]

describe.each(['same', 'web'] as const)(
  'a commit that is heard of late, of a decision through the %s process',
  through => {
    test.each(rulings)('lets nothing begin after a person has %s elsewhere', async (_, ruling) => {
      const taken = await takenOver(through)
      ok(await taken.s.rules('write_file', ruling))
      await taken.s.ends('final_text')
      await hears(taken)
      expect(isWritten(taken)).toBe(false)
    })

    test('lets nothing begin after a person has stopped the run elsewhere', async () => {
      const taken = await takenOver(through)
      await taken.s.stops()
      await taken.s.ends('cancelled')
      await hears(taken)
      expect(isWritten(taken)).toBe(false)
    })
  },
)

test('whoever takes over removes what was to be put in place, before it asks', async () => {
  const taken = await takenOver('same', async late => {
    const { pendingSets, activeRun } = await late.view()
    const [executing] = await late.world.db.call.findMany({ where: { sessionId: late.sessionId } })
    expect([pendingSets, activeRun?.status, executing?.state]).toEqual([[], 'running', 'executing'])
    const { id: callId = '', epoch } = executing ?? {}
    await late.world.puts(temporaryName({ callId, epoch: epoch ?? 0 }), 'a')
    await late.world.puts(temporaryName({ callId, epoch: 77 }), 'of another execution')
  })
  const left = (await readdir(taken.late.world.workspace)).filter(isTemporaryName)
  expect(left).toEqual([expect.stringContaining('-77.tmp')])
  ok(await taken.s.rules('write_file', { kind: 'retry' }))
  await taken.s.ends('final_text')
  expect(isWritten(taken)).toBe(true)
  await hears(taken)
  expect(await taken.s.results()).toEqual(['write_file: ok'])
})

test('a message that is heard of late lets no model be asked after another process has asked it', async () => {
  const clock = createJumpingClock()
  const { s: late, proxy } = await overProxy(['request.started'], { server: { leaseClock: clock } })
  const asked: string[] = []
  late.deps.bus.subscribe(note => {
    if (note.kind === 'delta' && note.sessionId === late.sessionId) asked.push(note.type)
  })
  const fate = Promise.withResolvers<Fate>()
  const held = holdsNext(proxy, 'after', fate.promise)
  const saying = late.plays([{ text: 'Done.' }])
  await held
  const s = new Scenario(late.world, await late.world.startServer({ takeover: AT_ONCE }), late.sessionId)
  await s.ends('final_text')
  clock.stalls(8_000)
  const heard = asked.splice(0)
  fate.resolve('forward')
  await saying
  await late.world.until('the late process at rest', async () => late.server.waker.active() === 0)
  expect([heard, asked]).toEqual([['text.delta'], []])
})
