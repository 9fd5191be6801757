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
import type { CallSet } from '@/lib/domain/call/call'
import { Scenario, type Scripted, scenario, startsSession } from '@/test/world/scenario'
import { makes, writing } from '@/test/world/written-files'

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

const TOOLS: [name: string, args: object][] = [
  ['write_file', { content: 'agent\n' }],
  ['edit_file', { old: 'inside', new: 'agent' }],
  ['read_file', {}],
]

/** The same session by whoever serves another one now. */
const through = (one: Scenario, { world, server }: Scenario) => new Scenario(world, server, one.sessionId)

/** From here on decisions are taken, and nobody runs what they let run. */
const nobodyRuns = (s: Scenario) => s.crashesAndRestarts({ role: 'web' })

async function somebodyRuns(s: Scenario): Promise<void> {
  s.server = await s.world.startServer()
  await s.world.passes(0)
}

const resultsOf = async (s: Scenario): Promise<string[]> =>
  (await s.view()).transcript.flatMap(entry => (entry.call ? [`${entry.call.result}: ${entry.text}`] : []))

test('a Call was approved, and then its file or folder exchanged for something else: it does nothing, and says why', async () => {
  const [s, out] = [await scenario(), outside()]
  const cases = TOOLS.flatMap(([tool, args]) =>
    // A file with several names may be read, as the stores of package managers are.
    SWAPS.filter(([why]) => tool !== 'read_file' || why !== 'has several names').map(
      ([why, swap], index) => ({ tool, args, why, swap, d: `${tool}-${index}/d` }),
    ),
  )
  for (const { d } of cases) await s.world.puts(`${d}/a.txt`, 'inside\n')
  await s.plays([
    { calls: cases.map(({ tool, args, d }) => ({ name: tool, arguments: { path: `${d}/a.txt`, ...args } })) },
    done,
  ])
  const set = await s.waitsOn(...cases.map(({ tool }) => tool))
  await nobodyRuns(s)
  await s.rulesOn(
    set.id,
    set.calls.map(({ id, digest }) => ({ kind: 'approve', callId: id, digest })),
  )
  for (const { d, swap } of cases) swap(path.join(s.world.workspace, d), out)
  await somebodyRuns(s)
  await s.ends('final_text')
  const results = (await s.settles(set)).map(({ result }) => `${result.kind}: ${result.text}`)
  expect(results).toEqual(
    cases.map(({ d, why }) => expect.stringMatching(`^error: ${d}(/a.txt)?[ :].*${why}`)),
  )
  expect(JSON.stringify(results)).not.toContain('CANARY')
})

describe('a write was approved, and then', () => {
  test('the working folder exchanged: nothing is written', async () => {
    const out = outside()
    const makes: [string, (at: string) => void][] = [
      ['a link to a folder outside', at => symlinkSync(out, at)],
      ['a link to the folder above', at => symlinkSync('..', at)],
      ['a link to its old self', at => symlinkSync(`${path.basename(at)}-before`, at)],
      ['a file', at => writeFileSync(at, 'a')],
    ]
    const s = await scenario()
    const write = { name: 'write_file', arguments: { path: 'd/a.txt', content: 'agent\n' } }
    const sessions: Scenario[] = []
    for (const index of makes.keys()) {
      await s.world.puts(`${index}/d/a.txt`, 'inside\n')
      const one = await startsSession(s.world, s.server, { workspace: `${index}` })
      await one.plays([{ calls: [write] }, done])
      await one.waitsOn('write_file')
      sessions.push(one)
    }
    await nobodyRuns(s)
    for (const one of sessions) await through(one, s).approves('write_file')
    for (const [index, [, make]] of makes.entries()) exchange(path.join(s.world.workspace, `${index}`), make)
    await somebodyRuns(s)
    for (const [index, [name]] of makes.entries()) {
      const one = sessions[index] ?? s
      await one.ends('final_text')
      expect([name, ...(await resultsOf(one))]).toEqual([
        name,
        expect.stringMatching(/^error: The workspace folder/),
      ])
      expect(await s.world.file(`${index}-before/d/a.txt`)).toBe('inside\n')
    }
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

test('a change is put back only where it was made: its file or folder exchanged for a link between its approval and its running', async () => {
  const [s, out] = [await scenario(), outside()]
  const swaps = { file: fileForLink, folder: folderForLink }
  for (const name of Object.keys(swaps)) await s.world.puts(`${name}/d/a.txt`, CANARY)
  const { made } = await makes(s, ...Object.keys(swaps).map(name => writing(`${name}/d/a.txt`, 'agent\n')))
  await nobodyRuns(s)
  const sets: CallSet[] = []
  for (const { id } of made) sets.push(await s.approvesAll(await s.reverts(id)))
  for (const [name, swap] of Object.entries(swaps)) swap(path.join(s.world.workspace, `${name}/d`), out)
  await somebodyRuns(s)
  for (const set of sets)
    expect(await s.settles(set)).toMatchObject([
      { result: { kind: 'error', text: expect.stringContaining('symbolic link') } },
    ])
})
