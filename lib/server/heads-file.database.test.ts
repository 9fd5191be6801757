import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readKeptHeads } from '@/lib/record/kept-heads'
import { recordHealth } from '@/lib/server/health/health'
import { type Scenario, scenario, startsSession } from '@/test/world/scenario'

async function place(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'countersign-heads-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return path.join(folder, 'heads.jsonl')
}

/** All of it is written by the time that the server has ended. */
async function kept(s: Scenario, file: string) {
  await s.server.stop()
  async function* lines() {
    yield* (await readFile(file, 'utf8')).split('\n')
  }
  return readKeptHeads(lines())
}

const ends = async (s: Scenario): Promise<void> => {
  const { runId } = await s.plays([{ text: 'Done.' }])
  await s.ends('final_text', runId)
}

test('after each Run its session’s head and that of the installation are kept in a file', async () => {
  const headsFile = await place()
  const s = await scenario({}, { server: { headsFile } })
  const other = await startsSession(s.world, s.server)
  for (const one of [s, other, s]) await ends(one)
  const { seq } = await s.view()
  const { chains, publicKeys, unreadable } = await kept(s, headsFile)
  expect([...chains.keys()].sort()).toEqual([s.sessionId, other.sessionId, 'installation'].sort())
  expect(chains.get(s.sessionId)?.size).toBe(2)
  expect(chains.get(s.sessionId)?.get(seq)).toMatchObject({ seq })
  expect([chains.get('installation')?.size, publicKeys.size, unreadable]).toEqual([1, 1, []])
})

test('a line that was torn while it was written does not spoil the next', async () => {
  const headsFile = await place()
  await writeFile(headsFile, '{"at":"2026')
  const s = await scenario({}, { server: { headsFile } })
  await ends(s)
  expect(await kept(s, headsFile)).toMatchObject({ unreadable: [1], chains: { size: 2 } })
})

test('a file that cannot be written is told, and holds no Run back', async () => {
  const headsFile = path.join(await place(), 'nowhere', 'heads.jsonl')
  const s = await scenario({}, { server: { headsFile } })
  await ends(s)
  await ends(s)
  const told = await s.world.until('the fault', async () => {
    const { health, problems } = await recordHealth(s.server)
    return health.headsFile?.ok === false && { health, problems }
  })
  expect(told.health).toMatchObject({ ok: true, headsFile: { ok: false, path: headsFile } })
  expect(JSON.stringify(told.problems)).toContain(headsFile)
  await s.server.stop()
  expect(s.server.errors.splice(0)).toEqual([expect.stringContaining('could not be written')])
})
