import { expect, test } from 'vitest'
import type { Outcome } from '@/lib/domain/run/run'
import { endingOf } from './ending'

test.each<[Outcome | undefined, string]>([
  [undefined, 'plain agent continue'],
  [{ stopReason: 'silent' }, 'plain agent continue'],
  [{ stopReason: 'cap' }, 'limit agent continue'],
  [{ stopReason: 'budget' }, 'limit agent continue'],
  [{ stopReason: 'cancelled' }, 'stop agent continue'],
  [{ stopReason: 'error', cause: 'auth' }, 'failure provider key'],
  [{ stopReason: 'error', cause: 'no_key' }, 'failure setup key'],
  [{ stopReason: 'error', cause: 'unavailable' }, 'failure outage again'],
  [{ stopReason: 'error', cause: 'unknown_model' }, 'failure provider model'],
  [{ stopReason: 'error', cause: 'rate_limited' }, 'failure provider again'],
  [{ stopReason: 'error', cause: 'network' }, 'failure network again'],
  [{ stopReason: 'idle_timeout', cause: 'idle' }, 'failure model again'],
  [{ stopReason: 'error' }, 'failure model again'],
  [{ stopReason: 'error', cause: 'toString' }, 'failure model again'],
  [{ stopReason: 'malformed' }, 'failure model model'],
  [{ stopReason: 'loop_detected' }, 'failure agent different'],
])('%j is shown as %s', (outcome, ending) => {
  expect(Object.values(endingOf(outcome)).join(' ')).toBe(ending)
})
