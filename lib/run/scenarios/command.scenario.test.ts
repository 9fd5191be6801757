import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { brokenAt } from '@/lib/testing/world/check-invariants'
import { createJumpingClock } from '@/lib/testing/world/jumping-clock'
import { call, ok, type Scenario, scenario } from '@/lib/testing/world/scenario'
import { isRunning } from '@/lib/tools/testing/is-running'

const done = { text: 'Done.' }
const SANDBOX = { server: { sandbox: { kind: 'bubblewrap' as const, read: [] } } }

const proposing = async (command: string, leaseClock = createJumpingClock()) => {
  const s = await scenario({}, { server: { ...SANDBOX.server, leaseClock } })
  await s.plays([call('run_command', { command }), done])
  await s.waitsOn('run_command')
  return s
}

const at = (s: Scenario, name: string): string => join(s.deps.workspaceRoot, name)

describe('a command', () => {
  test('runs once it is approved, as it was shown; what it prints is told while it runs, and kept', async () => {
    const s = await proposing('echo first; echo second > made.txt; exit 4')
    expect(existsSync(at(s, 'made.txt'))).toBe(false)
    const told: string[] = []
    const unsubscribe = s.deps.bus.subscribe(note => {
      if (note.kind === 'delta' && note.type === 'call.output.delta') told.push(note.data.text)
    })
    await s.approves('run_command')
    await s.ends('final_text')
    unsubscribe()
    expect(readFileSync(at(s, 'made.txt'), 'utf8')).toBe('second\n')
    expect(told.join('')).toBe('first\n')
    const { transcript } = await s.view()
    expect(transcript.find(({ kind }) => kind === 'result')?.text).toBe(
      'first\nExit code 4.\nAdded: made.txt.',
    )
    expect(await s.results()).toEqual(['run_command: error'])
  })

  test('that wrote what other programs obey says so first', async () => {
    const s = await proposing(
      'mkdir .claude; echo a > .claude/settings.json; echo b > .envrc; echo c > notes.md',
    )
    await s.approves('run_command')
    await s.ends('final_text')
    const { transcript } = await s.view()
    const text = transcript.find(({ kind }) => kind === 'result')?.text
    expect(text).toMatch(/^Other programs run or obey what it changed: \.claude\/settings\.json, \.envrc\.$/m)
    expect(text).toContain('Added: ')
  })

  test('that was denied never ran', async () => {
    const s = await proposing('touch made.txt')
    await s.rules('run_command', { kind: 'deny', reason: 'No.' })
    await s.ends('final_text')
    expect(existsSync(at(s, 'made.txt'))).toBe(false)
  })

  test('ends when its session is stopped, with all that it started', async () => {
    const s = await proposing(`exec -a ${name('one')} sleep 3003 & exec -a ${name('two')} sleep 3003`)
    await s.approves('run_command')
    await vi.waitFor(() => expect(isRunning(name('two'))).toBe(true), { timeout: 60_000, interval: 50 })
    await s.stops()
    await s.ends('cancelled')
    expect([isRunning(name('one')), isRunning(name('two'))]).toEqual([false, false])
  })

  const LAST = 'one ⟦secret:1⟧\n'

  const becomes = async (look: () => unknown, is: unknown) =>
    vi.waitFor(async () => expect(await look()).toBe(is), { timeout: 60_000, interval: 50 })

  test('ends where the process that ran it has lost its hold, and a person is asked and shown its last output', async () => {
    const clocks = [createJumpingClock(), createJumpingClock()] as const
    const s = await proposing(
      `[ -e begun ] || printf 'one %s%s\n' ghp_ ${'a1B2'.repeat(9)}; touch begun; exec -a ${name('lost')} sleep 3004`,
      clocks[0],
    )
    const isThere = () => isRunning(name('lost'))
    await s.approves('run_command')
    await becomes(isThere, true)
    await becomes(() => s.world.db.call.count({ where: { lastOutput: LAST } }), 1)
    await s.crashesAndRestarts({ ...SANDBOX.server, leaseClock: clocks[1] })
    clocks[0].stalls(9_000)
    expect((await s.asks('run_command', 'outcome_unknown')).evidence?.lastOutput).toBe(LAST)
    await becomes(isThere, false)
    // What it gave then says nothing of the next attempt.
    ok(await s.rules('run_command', { kind: 'retry' }))
    await becomes(isThere, true)
    await s.crashesAndRestarts(SANDBOX.server)
    clocks[1].stalls(9_000)
    const again = await s.asks('run_command', 'outcome_unknown')
    expect([again.attempt, again.evidence?.lastOutput]).toEqual([2, undefined])
    await becomes(isThere, false)
    await s.stops()
    await s.ends('cancelled')
  })
})

describe('what a command changed', () => {
  const files = (s: Scenario): Record<string, string> =>
    Object.fromEntries(
      readdirSync(s.deps.workspaceRoot).map(file => [file, readFileSync(at(s, file), 'utf8')]),
    )

  const changing = async (command: string, more: object = {}) => {
    const s = await scenario({}, SANDBOX)
    for (const file of ['kept', 'changed', 'gone']) await s.world.puts(file, `${file}\n`)
    await s.plays([call('run_command', { command, ...more }), done])
    const set = await s.waitsOn('run_command')
    expect(set.calls[0]?.preview?.command).toMatchObject({ revertible: true })
    await s.approves('run_command')
    return { s, set }
  }

  const BEFORE = { kept: 'kept\n', changed: 'changed\n', gone: 'gone\n' }
  const CHANGES = 'echo more >> changed; rm gone; echo made > made'

  test('is kept, told, and put back by a set of the person’s own, and the record says so', async () => {
    const { s, set } = await changing(CHANGES)
    await s.ends('final_text')
    const [ran] = await s.settles(set)
    expect(ran?.result).toMatchObject({
      kind: 'ok',
      text: expect.stringContaining('Changed: changed.\nAdded: made.\nRemoved: gone.'),
      changes: [{ path: 'made', before: 'absent' }, { path: 'changed' }, { path: 'gone', after: 'absent' }],
      details: {
        diffs: [{ path: 'made' }, { unified: expect.stringContaining('+more\n') }, { path: 'gone' }],
      },
    })
    const reverting = await s.reverts(ran?.id ?? '')
    expect(reverting).toMatchObject({ origin: 'person', size: 3 })
    const settled = await s.settles(reverting)
    expect(settled.map(({ tool, result }) => `${tool} ${result.kind}`)).toEqual(
      Array(3).fill('restore_file ok'),
    )
    expect(files(s)).toEqual(BEFORE)
    expect(await brokenAt(s.world.db, s.sessionId)).toBeNull()
  })

  test('is put back as far as nobody changed it since', async () => {
    const { s, set } = await changing(CHANGES)
    await s.ends('final_text')
    const [ran] = await s.settles(set)
    await s.world.puts('changed', 'mine\n')
    const settled = await s.settles(await s.reverts(ran?.id ?? ''))
    expect(settled.map(({ result }) => result.kind).sort()).toEqual(['not_run', 'ok', 'ok'])
    expect(files(s)).toEqual({ ...BEFORE, changed: 'mine\n' })
  })

  test('can be put back where it did not end in time', async () => {
    const { s, set } = await changing(`${CHANGES}; sleep 3005`, { timeoutMs: 2_000 })
    await s.ends('final_text')
    const [ran] = await s.settles(set)
    expect(ran?.result).toMatchObject({ kind: 'error', details: { timedOut: true } })
    await s.settles(await s.reverts(ran?.id ?? ''))
    expect(files(s)).toEqual(BEFORE)
  })

  test('can be put back where it was stopped', async () => {
    const { s, set } = await changing(`${CHANGES}; exec -a ${name('changing')} sleep 3006`)
    await vi.waitFor(() => expect(isRunning(name('changing'))).toBe(true), { timeout: 60_000, interval: 50 })
    await s.stops()
    await s.ends('cancelled')
    const [ran] = await s.settles(set)
    await s.settles(await s.reverts(ran?.id ?? ''))
    expect(files(s)).toEqual(BEFORE)
  })
})

/** A name that no other process of this machine has. */
const name = (word: string): string => `command-${process.pid}-${word}`
