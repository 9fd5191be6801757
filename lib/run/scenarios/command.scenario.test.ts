import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { call, Scenario, scenario } from '@/lib/testing/world/scenario'
import { AT_ONCE } from '@/lib/testing/world/world'
import { isRunning } from '@/lib/tools/testing/is-running'

const done = { text: 'Done.' }
const SANDBOX = { server: { sandbox: { kind: 'bubblewrap' as const, read: [] } } }

const proposing = async (command: string, more: object = {}) => {
  const s = await scenario({}, SANDBOX)
  await s.plays([call('run_command', { command, ...more }), done])
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
    expect(transcript.find(({ kind }) => kind === 'result')?.text).toBe('first\nExit code 4.')
    expect(await s.results()).toEqual(['run_command: error'])
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

  test('ends where the process that ran it has lost its hold, and a person is asked', async () => {
    const s = await proposing(`echo begun > made.txt; exec -a ${name('lost')} sleep 3004`)
    await s.approves('run_command')
    await vi.waitFor(() => expect(isRunning(name('lost'))).toBe(true), { timeout: 60_000, interval: 50 })
    s.server.kill9()
    const next = new Scenario(
      s.world,
      await s.world.startServer({ ...SANDBOX.server, takeover: AT_ONCE }),
      s.sessionId,
    )
    await next.asks('run_command', 'outcome_unknown')
    await vi.waitFor(() => expect(isRunning(name('lost'))).toBe(false), { timeout: 60_000, interval: 50 })
    await next.stops()
    await next.ends('cancelled')
  })
})

/** A name that no other process of this machine has. */
const name = (word: string): string => `command-${process.pid}-${word}`
