import { expect, test } from 'vitest'
import { at, NOW } from '@/test/factories'
import { table } from '@/test/table'
import { afterFailure, afterRun, type Schedule } from './schedule'

const schedule = (given: Partial<Schedule> = {}): Schedule => ({
  id: 'a',
  name: 'Nightly',
  text: 'Hello.',
  cron: '0 9 * * *',
  timeZone: 'UTC',
  settings: {},
  unattended: 'wait',
  enabled: true,
  nextAt: at(1),
  runs: 1,
  isOpen: true,
  failures: 0,
  by: { id: 'owner', name: 'Owner' },
  createdAt: NOW,
  ...given,
})

const waits = [30, 60, 300, 900, 3600, 3600, 3600, 3600, 3600].map((seconds, before) => [before, seconds])

table(waits as [number, number][])('after so many failures it waits so many seconds', (before, seconds) => {
  const failure = { now: NOW, reason: 'no', isBegun: true }
  const fails = (nextAt: string | null, more = failure) =>
    afterFailure(schedule({ failures: before, nextAt }), more)
  expect(fails(at(1))).toMatchObject({ nextAt: at(seconds), failures: before + 1, enabled: true })
  expect(fails(at(99_999)).nextAt).toBe(at(99_999))
  expect(fails(at(99_999), { ...failure, isBegun: false }).nextAt).toBe(at(seconds))
  expect(fails(null).nextAt).toBe(null)
})

test('the tenth pauses it and says why; what a person ended is no failure, and a success begins anew', () => {
  const tenth = afterFailure(schedule({ failures: 9 }), { now: NOW, reason: 'no', isBegun: true })
  expect(tenth).toMatchObject({ enabled: false, nextAt: null, whyMessage: { code: 'schedule.paused' } })
  const ended = (completion: 'succeeded' | 'failed' | 'unknown') => {
    const lastRun = { runId: 'r', sessionId: 's', status: 'ended' as const, completion, startedAt: NOW }
    return afterRun(schedule({ failures: 3, why: 'no', lastRun }), NOW)
  }
  expect(ended('unknown')).toMatchObject({ isOpen: false, failures: 3, why: 'no' })
  expect(ended('failed')).toMatchObject({ isOpen: false, failures: 4 })
  expect(ended('succeeded')).toMatchObject({ isOpen: false, failures: 0, why: undefined })
})
