import { describe, expect, test } from 'vitest'
import { aRun } from '@/test/factories'
import { StopReason } from './run'
import { type RunAnswer, runOutcome, waitOutcome } from './run-outcome'

const said: RunAnswer = { dialect: 'auto', finish: 'stop', text: 'Done.', calls: 0, unread: null }
const fresh = { cutOffs: 0, malformed: 0 }

const endOf = (given: Partial<RunAnswer & typeof fresh>) =>
  runOutcome({ ...fresh, ...given }, { ...said, ...given })

type Row = [string, Partial<RunAnswer & typeof fresh>, StopReason | null]

describe('an answer', () => {
  test.each<Row>([
    ['with text ends the run', {}, 'final_text'],
    ['in tags, too', { dialect: 'tags' }, 'final_text'],
    ['without anything is silent', { text: ' \n' }, 'silent'],
    ['with calls goes on', { calls: 1 }, null],
    ['with calls goes on, whatever else could not be read', { calls: 1, unread: 'Why.' }, null],
    ['that is structured and has no calls says so', { dialect: 'structured' }, 'no_calls'],
    ['that is structured goes on with calls', { dialect: 'structured', calls: 2 }, null],
    ['that cannot be read is asked for again', { unread: 'Why.', malformed: 1 }, null],
    ['that cannot be read the second time, too', { unread: 'Why.', malformed: 2 }, null],
    ['that cannot be read three times in a row', { unread: 'Why.', malformed: 3 }, 'malformed'],
    ['that met the output limit goes on once', { finish: 'length', cutOffs: 1 }, null],
    ['that met it twice', { finish: 'length', cutOffs: 2 }, 'error'],
    ['that was filtered', { finish: 'filtered', calls: 1 }, 'error'],
  ])('%s', (_, given, expected) => {
    expect(endOf(given)?.stopReason ?? null).toBe(expected)
  })

  test('that cannot be read says why', () => {
    expect(endOf({ malformed: 3, unread: 'It never ended.' })?.error).toMatch(
      /^3 replies in a row .* It never ended\.$/,
    )
  })
})

test('only a run that came to its end by itself is well for who waited; any other says why', () => {
  const outcomes = StopReason.options.map(stopReason => waitOutcome(aRun({ status: 'ended', stopReason })))
  expect(outcomes.filter(({ status }) => status === 'ok').map(({ stopReason }) => stopReason)).toEqual([
    ...['final_text', 'task_complete', 'no_calls', 'silent', 'hook_reply'],
  ])
  expect(outcomes.filter(({ status, error }) => status === 'error' && !error)).toEqual([])
  const limits = { ...aRun().limits, requests: 1 }
  const met = waitOutcome(aRun({ status: 'ended', stopReason: 'cap', limits }))
  expect(met.error).toBe('Stopped: limit of 1 request reached.')
  expect(waitOutcome(aRun({ status: 'waiting' }))).toEqual({ status: 'timeout' })
})
