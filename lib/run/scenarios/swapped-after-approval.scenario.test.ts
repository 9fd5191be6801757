// @module-tag invariant
import { execFileSync } from 'node:child_process'
import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type Scenario, type Scripted, scenario } from '@/lib/testing/world/scenario'
import { makes, writing } from '@/lib/testing/world/written-files'

const CANARY = 'CANARY: this lies outside\n'
const done: Scripted = { text: 'Done.' }

/** A folder beside all workspaces, which holds at the end what it held at the start. */
function outside(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'countersign-outside-'))
  writeFileSync(path.join(folder, 'a.txt'), CANARY)
  onTestFinished(() => {
    const found = readdirSync(folder).map(name => [name, readFileSync(path.join(folder, name), 'utf8')])
    rmSync(folder, { recursive: true, force: true })
    expect(found).toEqual([['a.txt', CANARY]])
  })
  return folder
}

/** What stood at a path steps aside for something else. */
function exchange(at: string, make: (at: string) => unknown): void {
  renameSync(at, `${at}-before`)
  make(at)
}

const fifo = (at: string) => execFileSync('mkfifo', [at])

type Swap = (d: string, out: string) => void

const fileForLink: Swap = (d, out) => exchange(`${d}/a.txt`, at => symlinkSync(`${out}/a.txt`, at))
const folderForLink: Swap = (d, out) => exchange(d, at => symlinkSync(out, at))

/** What becomes of `d/a.txt`, by the path of its folder `d`, and what is said of it. */
const SWAPS: [why: string, swap: Swap][] = [
  ['is a symbolic link', fileForLink],
  ['is a symbolic link', (d, out) => exchange(`${d}/a.txt`, at => symlinkSync(`${out}/new.txt`, at))],
  ['has several names', (d, out) => exchange(`${d}/a.txt`, at => linkSync(`${out}/a.txt`, at))],
  ['is a folder', d => exchange(`${d}/a.txt`, at => mkdirSync(at))],
  ['is not a regular file', d => exchange(`${d}/a.txt`, fifo)],
  ['is a symbolic link', folderForLink],
  ['is not a folder', d => exchange(d, fifo)],
  ['is not a folder', d => exchange(d, at => writeFileSync(at, 'a'))],
]

const TOOLS: Record<string, object> = {
  write_file: { content: 'agent\n' },
  edit_file: { old: 'inside', new: 'agent' },
  read_file: {},
}

/** From here on decisions are taken, and nobody runs what they let run. */
const nobodyRuns = (s: Scenario) => s.crashesAndRestarts({ role: 'web' })

async function somebodyRuns(s: Scenario): Promise<void> {
  s.server = await s.world.startServer()
  await s.world.passes(0)
}

const resultsOf = async (s: Scenario): Promise<string[]> =>
  (await s.view()).transcript.flatMap(entry => (entry.call ? [`${entry.call.result}: ${entry.text}`] : []))

describe.each(Object.entries(TOOLS))(
  '%s was approved, and then its file or folder exchanged',
  (tool, args) => {
    test('for something else: it does nothing, and says why', async () => {
      const [s, out] = [await scenario(), outside()]
      const folders = SWAPS.map((_, index) => `${index}/d`)
      for (const folder of folders) await s.world.puts(`${folder}/a.txt`, 'inside\n')
      await s.plays([
        { calls: folders.map(d => ({ name: tool, arguments: { path: `${d}/a.txt`, ...args } })) },
        done,
      ])
      const set = await s.waitsOn(...folders.map(() => tool))
      await nobodyRuns(s)
      for (const call of set.calls) {
        await s.rulesOn(set.id, [{ kind: 'approve', callId: call.id, digest: call.digest }])
      }
      for (const [index, [, swap]] of SWAPS.entries()) swap(path.join(s.world.workspace, `${index}/d`), out)
      await somebodyRuns(s)
      await s.ends('final_text')
      const results = (await resultsOf(s)).sort()
      expect(results).toEqual(
        SWAPS.map(([why], index) => expect.stringMatching(`^error: ${index}/d(/a.txt)?[ :].*${why}`)),
      )
      expect(JSON.stringify(results)).not.toContain('CANARY')
    })
  },
)

describe('a write was approved, and then', () => {
  const write = { name: 'write_file', arguments: { path: 'd/a.txt', content: 'agent\n' } }

  test.each<[string, (at: string, out: string) => void]>([
    ['a link to a folder outside', (at, out) => symlinkSync(out, at)],
    ['a link to the folder above', at => symlinkSync('..', at)],
    ['a link to its old self', at => symlinkSync(`${path.basename(at)}-before`, at)],
    ['a file', at => writeFileSync(at, 'a')],
  ])('the working folder exchanged for %s: nothing is written', async (_, make) => {
    const [s, out] = [await scenario(), outside()]
    await s.world.puts('sub/d/a.txt', 'inside\n')
    await s.sets({ workspace: 'sub' })
    await s.plays([{ calls: [write] }, done])
    await s.waitsOn('write_file')
    await nobodyRuns(s)
    await s.approves('write_file')
    exchange(path.join(s.world.workspace, 'sub'), at => make(at, out))
    await somebodyRuns(s)
    await s.ends('final_text')
    expect(await resultsOf(s)).toEqual([expect.stringMatching(/^error: The workspace folder/)])
    expect(await s.world.file('sub-before/d/a.txt')).toBe('inside\n')
  })

  test('the whole workspace exchanged for a link while a call before it runs: nothing is written', async () => {
    const [s, out] = [await scenario(), outside()]
    await s.world.puts('a.txt', 'inside\n')
    const before = { name: 'gated_write', arguments: { name: 'slow' } }
    const write = { name: 'write_file', arguments: { path: 'a.txt', content: 'agent\n' } }
    await s.plays([{ calls: [before, write] }, done])
    await s.waitsOn('gated_write', 'write_file')
    await s.approves('write_file', 'gated_write')
    await s.gates.begins('slow')
    exchange(s.world.workspace, at => symlinkSync(out, at))
    onTestFinished(() => rmSync(`${s.world.workspace}-before`, { recursive: true, force: true }))
    s.gates.open('slow')
    await s.ends('final_text')
    expect(await resultsOf(s)).toEqual(['ok: slow is done', expect.stringMatching(/^error: The workspace/)])
    expect(readFileSync(`${s.world.workspace}-before/a.txt`, 'utf8')).toBe('inside\n')
  })
})

describe('a change is put back only where it was made', () => {
  test.each<[string, Swap]>([
    ['the file', fileForLink],
    ['its folder', folderForLink],
  ])('%s exchanged for a link between the wish and its running', async (_, swap) => {
    const [s, out] = [await scenario(), outside()]
    await s.world.puts('d/a.txt', CANARY)
    const { made } = await makes(s, writing('d/a.txt', 'agent\n'))
    await nobodyRuns(s)
    const set = await s.reverts(made[0]?.id ?? '')
    swap(path.join(s.world.workspace, 'd'), out)
    await somebodyRuns(s)
    const [reverting] = await s.settles(set)
    expect(reverting?.result).toMatchObject({ kind: 'error', text: expect.stringContaining('symbolic link') })
  })
})
