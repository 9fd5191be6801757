import { expect, test } from 'vitest'
import { activeRun, at, NOW } from '@/test/factories'
import { DEFAULT_LIMITS } from './limits'
import { nextRecovery, type Recovery, recoveryDelayMs, stallEnd, workState } from './work-state'

const stuck: Recovery = { runId: 'r', state: 'stuck', count: 1, at: at(-9), isDone: false }
const held = { progressAt: at(-1), leaseUntil: at(5), wakeAt: at(5), recovery: undefined }
const given = { left: { ...held, leaseUntil: undefined, wakeAt: undefined }, since: at(-600) }

test.each<[string, Partial<Parameters<typeof workState>[0]>, string | null]>([
  ['progress a moment ago', {}, `long_running ${given.since}`],
  ['progress almost two minutes ago', { progressAt: at(-119.999) }, `long_running ${given.since}`],
  ['none for two minutes', { progressAt: at(-120) }, `stalled ${at(-120)}`],
  ['none since it began', { progressAt: undefined }, `stalled ${given.since}`],
  [
    'none since it goes on',
    { run: activeRun({ activeSince: at(-5) }), progressAt: at(-700) },
    `long_running ${at(-5)}`,
  ],
  [
    'a wait for a retry, which is none',
    { leaseUntil: undefined, progressAt: at(-121) },
    `stalled ${at(-121)}`,
  ],
  ['a lease that ran out', { leaseUntil: at(-0.001) }, `stuck ${at(-0.001)}`],
  ['a lease to its last moment', { leaseUntil: NOW }, `long_running ${given.since}`],
  ['nobody who holds it, and nothing due', given.left, `stuck ${at(-1)}`],
  ['a recovery that is to come', { ...held, leaseUntil: undefined, recovery: stuck }, `stuck ${at(-9)}`],
  [
    'one that was',
    { leaseUntil: undefined, recovery: { ...stuck, isDone: true } },
    `long_running ${given.since}`,
  ],
  ['a wait for a person', { run: activeRun({ status: 'waiting', activeSince: undefined }) }, null],
  ['a wait for a core', { run: activeRun({ activeSince: undefined }) }, null],
  ['a wait for its start', { run: activeRun({ status: 'queued', activeSince: undefined }) }, null],
])('a Run with %s', (_, more, expected) => {
  const state = workState({ ...held, run: activeRun({ activeSince: given.since }), ...more }, NOW)
  expect(state && `${state.state} ${state.since}`).toBe(expected)
})

test.each([
  [{}, at(360)],
  [{ idleMs: 600_000 }, at(600)],
  [{ toolMs: 1_200_000 }, at(1_200)],
  [{ idleMs: 1 }, at(360)],
])('with the limits %j a Run ends for want of progress when these were met in any case', (limits, end) => {
  const run = activeRun({ activeSince: at(-1), limits: { ...DEFAULT_LIMITS, ...limits } })
  expect(stallEnd(run, NOW)).toBe(end)
  expect(stallEnd({ ...run, status: 'waiting' }, NOW)).toBeUndefined()
})

test('a recovery is a further one where there was no progress, and each of these comes later', () => {
  const next = { runId: 'r', state: 'stuck', at: NOW } as const
  const counts = [
    nextRecovery(undefined, next),
    nextRecovery(stuck, next, at(-9)),
    nextRecovery(stuck, next, at(-8.999)),
    nextRecovery(stuck, { ...next, runId: 'other' }),
    nextRecovery(stuck, { ...next, state: 'stalled' }),
  ].map(({ count }) => count)
  expect(counts).toEqual([1, 2, 1, 1, 1])
  expect([1, 2, 3, 9].map(recoveryDelayMs)).toEqual([0, 5_000, 10_000, 300_000])
})
