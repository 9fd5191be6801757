// @module-tag invariant
import { existsSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { isTemporaryName, temporaryName } from '@/lib/tools/workspace/temporary-file'
import { createJumpingClock } from '@/test/world/jumping-clock'
import { type Fate, holdsNext, overProxy } from '@/test/world/over-proxy'
import { ok, type Ruling, Scenario, type Scripted } from '@/test/world/scenario'
import { AT_ONCE } from '@/test/world/world'

const writesFile = [
  { calls: [{ name: 'write_file', arguments: { path: 'a.txt', content: 'a' } }] },
  { text: 'Done.' },
]

type Story = { tool: string; turns: Scripted[]; files: string[] }

type Taken = { late: Scenario; s: Scenario; release: () => void; deciding: Promise<void> }

/**
 * A commit that lets a write begin is stored, but its process does not hear of that until `release`. Another
 * process has taken the session over meanwhile, and asks what became of the write.
 */
async function takenOver(
  through: 'same' | 'web',
  meanwhile?: (late: Scenario) => Promise<void>,
  { tool, turns, files }: Story = { tool: 'write_file', turns: writesFile, files: [] },
): Promise<Taken> {
  const clock = createJumpingClock()
  const { s: late, proxy } = await overProxy(['call.started'], { server: { leaseClock: clock } })
  for (const file of files) await late.world.puts(file, 'old\n')
  await late.plays(turns)
  await late.waitsOn(tool)
  const decider = through === 'same' ? late.server : await late.world.startServer({ role: 'web' })
  const fate = Promise.withResolvers<Fate>()
  const held = holdsNext(proxy, 'after', fate.promise)
  const deciding = new Scenario(late.world, decider, late.sessionId).approves(tool)
  await held
  await meanwhile?.(late)
  const s = new Scenario(late.world, await late.world.startServer({ takeover: AT_ONCE }), late.sessionId)
  await s.asks(tool, 'outcome_unknown')
  clock.stalls(8_000)
  return { late, s, release: () => fate.resolve('forward'), deciding }
}

/** The late process has heard of its commit, and has nothing more to do. */
async function hears({ late, release, deciding }: Taken): Promise<void> {
  release()
  await deciding
  await late.world.until('the late process at rest', async () => late.server.pool.active() === 0)
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
  expect(left).toEqual([expect.stringContaining('-77-0.tmp')])
  ok(await taken.s.rules('write_file', { kind: 'retry' }))
  await taken.s.ends('final_text')
  expect(isWritten(taken)).toBe(true)
  await hears(taken)
  expect(await taken.s.results()).toEqual(['write_file: ok'])
})

const PATCH = [
  ...['*** Begin Patch', '*** Update File: a.txt', '@@', '-old', '+new'],
  ...['*** Update File: b.txt', '@@', '-old', '+new', '*** Add File: c.txt', '+c', '*** End Patch'],
].join('\n')
const patchesFiles = [{ calls: [{ name: 'apply_patch', arguments: { patch: PATCH } }] }, { text: 'Done.' }]

test('where a process ended between two files of a patch none is lost, and nothing more comes of it', async () => {
  const taken = await takenOver(
    'same',
    async ({ world, sessionId }) => {
      const [executing] = await world.db.call.findMany({ where: { sessionId } })
      const name = (place: number) =>
        temporaryName({ callId: executing?.id ?? '', epoch: executing?.epoch ?? 0 }, place)
      await rm(join(world.workspace, 'b.txt'))
      await world.puts('a.txt', 'new\n')
      await world.puts(`${name(0)}/old`, 'old\n')
      for (const part of ['old', 'new']) await world.puts(`${name(1)}/${part}`, `${part}\n`)
      await world.puts(`${name(2)}/new`, 'c\n')
    },
    { tool: 'apply_patch', turns: patchesFiles, files: ['a.txt', 'b.txt'] },
  )
  const { world } = taken.late
  expect([await world.files(), await world.file('a.txt'), await world.file('b.txt')]).toEqual([
    ['a.txt', 'b.txt'],
    'new\n',
    'old\n',
  ])
  const asked = await taken.s.asks('apply_patch', 'outcome_unknown')
  expect(asked.preview?.summary).toContain('a.txt: hunk 1 fits nowhere')
  ok(await taken.s.rules('apply_patch', { kind: 'skip' }))
  await taken.s.ends('final_text')
  await hears(taken)
  expect(await world.files()).toEqual(['a.txt', 'b.txt'])
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
  await late.world.until('the delta of the other process', async () => asked.length > 0)
  clock.stalls(8_000)
  const heard = asked.splice(0)
  fate.resolve('forward')
  await saying
  await late.world.until('the late process at rest', async () => late.server.pool.active() === 0)
  expect([heard, asked]).toEqual([['text.delta'], []])
})
