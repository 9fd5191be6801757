import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { brokenAt } from '@/test/world/check-invariants'
import { createJumpingClock } from '@/test/world/jumping-clock'
import { call, ok, type Scenario, scenario } from '@/test/world/scenario'

const done = { text: 'Done.' }
const SANDBOX = { sandbox: { kind: 'bubblewrap' as const, read: [] } }

const at = (s: Scenario, name: string): string => join(s.deps.workspaceRoot, name)

const files = (s: Scenario): Record<string, string> =>
  Object.fromEntries(readdirSync(s.deps.workspaceRoot).map(file => [file, readFileSync(at(s, file), 'utf8')]))

/** The agent proposes this command; the person approves it. */
async function approved(s: Scenario, command: string) {
  await s.plays([call('run_command', { command }), done])
  const set = await s.waitsOn('run_command')
  await s.approves('run_command')
  return set
}

const resultText = async (s: Scenario): Promise<string | undefined> =>
  (await s.view()).transcript.findLast(({ kind }) => kind === 'result')?.text

/** A name that no other process of this machine has. */
const name = (word: string): string => `command-${process.pid}-${word}`

/** Nobody waits here for the look itself: the server in this process has to tell the command that it may go on. */
const isRunning = (word: string): Promise<boolean> =>
  new Promise(resolve => execFile('pgrep', ['-f', `^${name(word)}( |$)`], error => resolve(error === null)))

const ends = (s: Scenario, word: string) =>
  s.world.until(`the end of ${word}`, async () => !(await isRunning(word)))

test('a command runs once it is approved, as it was shown; what it prints is told while it runs, and kept', async () => {
  const s = await scenario({}, { server: SANDBOX })
  await s.plays([call('run_command', { command: 'touch made.txt' }), done])
  await s.waitsOn('run_command')
  await s.denies('run_command', 'No.')
  await s.ends('final_text')
  expect(existsSync(at(s, 'made.txt'))).toBe(false)
  const told: string[] = []
  s.deps.bus.subscribe(note => {
    if (note.kind === 'delta' && note.type === 'call.output.delta') told.push(note.data.text)
  })
  await approved(
    s,
    'echo first; echo second > made.txt; mkdir .claude; echo a > .claude/settings.json; exit 4',
  )
  await s.ends('final_text')
  expect(readFileSync(at(s, 'made.txt'), 'utf8')).toBe('second\n')
  expect(told.join('')).toBe('first\n')
  expect(await resultText(s)).toBe(
    [
      ...['first', 'Exit code 4.', 'Other programs run or obey what it changed: .claude/settings.json.'],
      'Added: made.txt, .claude/settings.json.',
    ].join('\n'),
  )
  expect(await s.results()).toEqual(['run_command: denied', 'run_command: error'])
})

test('a command ends where the process that ran it has lost its hold, and a person is asked and shown its last output', async () => {
  const LAST = 'one ⟦secret:1⟧\n'
  const clocks = [createJumpingClock(), createJumpingClock()] as const
  const s = await scenario({}, { server: { ...SANDBOX, leaseClock: clocks[0] } })
  const prints = `printf 'one %s%s\n' ghp_ ${'a1B2'.repeat(9)}`
  await approved(
    s,
    `if [ -e begun ]; then touch again; else ${prints}; touch begun; fi; exec -a ${name('lost')} sleep 3004`,
  )
  const isKept = () => s.world.db.call.count({ where: { lastOutput: LAST } })
  await s.world.until('its output', async () => existsSync(at(s, 'begun')) && (await isKept()) === 1)
  await s.crashesAndRestarts({ ...SANDBOX, leaseClock: clocks[1] })
  clocks[0].stalls(9_000)
  expect((await s.asks('run_command', 'outcome_unknown')).evidence?.lastOutput).toBe(LAST)
  await ends(s, 'lost')
  // What it gave then says nothing of the next attempt.
  ok(await s.rules('run_command', { kind: 'retry' }))
  await s.world.until('its second beginning', async () => existsSync(at(s, 'again')) && isRunning('lost'))
  await s.crashesAndRestarts(SANDBOX)
  clocks[1].stalls(9_000)
  const again = await s.asks('run_command', 'outcome_unknown')
  expect([again.attempt, again.evidence?.lastOutput]).toEqual([2, undefined])
  await ends(s, 'lost')
  await s.stops()
  await s.ends('cancelled')
})

test('what a command changed is kept, told, and put back by a set of the person’s own, also where it was stopped', async () => {
  const s = await scenario({}, { server: SANDBOX })
  const before = { kept: 'kept\n', changed: 'changed\n', gone: 'gone\n' }
  const changes = 'echo more >> changed; rm gone; echo made > made'
  for (const [file, content] of Object.entries(before)) await s.world.puts(file, content)
  const set = await approved(s, changes)
  expect(set.calls[0]?.preview?.command).toMatchObject({ revertible: true })
  await s.ends('final_text')
  const [ran] = await s.settles(set)
  expect(ran?.result).toMatchObject({
    kind: 'ok',
    text: expect.stringContaining('Changed: changed.\nAdded: made.\nRemoved: gone.'),
    changes: [{ path: 'made', before: 'absent' }, { path: 'changed' }, { path: 'gone', after: 'absent' }],
    details: { diffs: [{ path: 'made' }, { unified: expect.stringContaining('+more\n') }, { path: 'gone' }] },
  })
  const reverting = await s.reverts(ran?.id ?? '')
  expect(reverting).toMatchObject({ origin: 'person', size: 3 })
  const settled = await s.settles(await s.approvesAll(reverting))
  expect(settled.map(({ tool, result }) => `${tool} ${result.kind}`)).toEqual(
    Array(3).fill('restore_file ok'),
  )
  expect(files(s)).toEqual(before)
  const stopped = await approved(
    s,
    `exec -a ${name('child')} sleep 3006 & ${changes}; exec -a ${name('stopped')} sleep 3006`,
  )
  await s.world.until('both', async () => (await isRunning('child')) && isRunning('stopped'))
  await s.stops()
  await s.ends('cancelled')
  expect([await isRunning('child'), await isRunning('stopped')]).toEqual([false, false])
  const [ended] = await s.settles(stopped)
  await s.restores(ended?.id ?? '')
  expect(files(s)).toEqual(before)
  expect(await brokenAt(s.world.db, s.sessionId)).toBeNull()
})
