import { describe, expect, test } from 'vitest'
import { activeRun, aSet, at, NOW, settledCall } from '@/test/factories'
import { DEFAULT_LIMITS } from './limits'
import { publicRun, Run } from './run'
import { active, cutOffAttempt, isAskedOut, paused, queuedRun, setHead } from './run-changes'

describe('the clock of active time', () => {
  test('runs from the first start on, and a second start does not set it back', () => {
    const started = active(activeRun({ status: 'queued', startedAt: undefined, activeSince: undefined }), NOW)
    expect(started).toMatchObject({ status: 'running', startedAt: NOW, activeSince: NOW })
    expect(active(started, at(9))).toMatchObject({ startedAt: NOW, activeSince: NOW })
  })

  test('stands still while a person is waited for, and goes on where it stood', () => {
    const waiting = paused(activeRun({ activeMs: 500 }), at(2))
    expect(waiting).toMatchObject({ status: 'waiting', activeMs: 2500, activeSince: undefined })
    expect(paused(waiting, at(1000)).activeMs).toBe(2500)
    expect(active(waiting, at(1000))).toMatchObject({ activeMs: 2500, activeSince: at(1000), startedAt: NOW })
  })
})

describe('a Run in the queue', () => {
  const queued = (overrides: object) =>
    queuedRun({ id: 'r', sessionId: 's', number: 3, limits: DEFAULT_LIMITS, overrides, now: NOW })

  test('takes the limits of its session, less what its message says, and has done nothing yet', () => {
    expect(queued({}).limits).toEqual(DEFAULT_LIMITS)
    expect(queued({ maxRequests: 2, timeoutMs: 5000 }).limits).toEqual({
      ...DEFAULT_LIMITS,
      requests: 2,
      activeMs: 5000,
    })
    expect(queued({})).toMatchObject({
      status: 'queued',
      requests: 0,
      activeMs: 0,
      summarised: false,
      queuedAt: NOW,
    })
    expect(queued({})).not.toHaveProperty('startedAt')
  })
})

test.each([
  ['none yet', undefined, false, undefined],
  ['the first of three', { attempts: 1, failures: 0 }, false, 'Attempt 1 of 3'],
  ['one that failed', { attempts: 1, failures: 1 }, false, undefined],
  ['one that was cut off after one that failed', { attempts: 2, failures: 1 }, false, 'Attempt 2 of 3'],
  ['the last, after whatever before', { attempts: 3, failures: 1 }, true, 'Attempt 3 of 3'],
] as const)('attempts at a request count, cut off or failed: %s', (...[, attempts, isOut, words]) => {
  const openRequest = attempts && { number: 1, purpose: 'loop' as const, startedAt: NOW, ...attempts }
  const run = { openRequest, limits: { ...DEFAULT_LIMITS, modelRetries: 2 } }
  expect([isAskedOut(run), cutOffAttempt(run)]).toEqual([isOut, words && expect.stringContaining(words)])
})

test('of a Run people see everything but what only the loop needs', () => {
  const { calls, steering, ...row } = activeRun({ answer: { stopReason: 'silent' } })
  expect(Run.strict().parse(publicRun(row))).toEqual(publicRun(row))
})

test('the head of a set is the set without its Calls', () => {
  const { calls, ...head } = aSet([settledCall()])
  expect(setHead(aSet([settledCall()]))).toEqual(head)
})
