import { expect, test } from 'vitest'
import { approvedCall, executingCall, waitingCall } from '@/test/factories'
import { settleRemaining } from './settle'

test.each([
  ['waits', waitingCall(), 'not_run'],
  ['is approved', approvedCall(), 'not_run'],
  ['runs', executingCall(), 'unknown'],
  ['may have run', waitingCall({ why: 'outcome_unknown' }), 'unknown'],
  ['runs, and is a control tool’s', { ...executingCall(), source: 'control' }, 'not_run'],
] as const)('a call that %s when its run ends', (...[, call, kind]) => {
  expect(settleRemaining(call, 'stopped').kind).toBe(kind)
})
