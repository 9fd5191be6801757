import { describe, expect, test } from 'vitest'
import {
  activeRun,
  approvedCall,
  at,
  executingCall,
  NOW,
  settledCall,
  someWork,
  waitingCall,
} from '@/test/factories'
import { type ActiveRun, nextStep, type Step, type UserSet } from './next-step'

/** The step in one line: what is done, with what, and until when. */
function sentence(step: Step): string {
  if (step.do === 'finish') return `finish ${step.outcome.stopReason}`
  if (step.do === 'wait') return `wait for ${step.for} until ${step.until ?? 'somebody acts'}`
  return 'calls' in step ? `${step.do} ${step.calls.map(call => call.index).join(' and ')}` : step.do
}

const stop = { reason: 'cancelled', by: 'owner', at: NOW } as const
const lost = executingCall({ epoch: 7 })
const here = executingCall()

describe('what a server asks while a Call runs there', () => {
  const reading = approvedCall({ index: 1, readOnly: true })
  const question = { index: 20, parentCallId: 'call-0', setId: 'question' }
  const open = waitingCall({ ...question, expiresAt: at(600) })
  const rows: [string, Partial<ActiveRun> | null, UserSet[], string][] = [
    ['is waited for, as its Call is', { calls: [here] }, [], `wait for calls until ${at(600)}`],
    ['lets others run beside it', { calls: [{ ...here, readOnly: true }, reading] }, [], 'execute 1'],
    ['is withdrawn where its Call has ended', { calls: [settledCall()] }, [], 'withdraw 20'],
    ['… where its Call waits again', { calls: [waitingCall()] }, [], 'withdraw 20'],
    ['… where its Call ran under another lease, first of all', { calls: [lost], stop }, [], 'withdraw 20'],
    ['… where there is no Run any more', null, [], 'withdraw 20'],
    ['belongs to a set by a person as well', null, [{ calls: [here] }], `wait for people until ${at(600)}`],
    ['is no matter where the Run is stopped', { calls: [here], stop }, [], 'finish cancelled'],
  ]

  test.each(rows)('%s', (...[, run, userSets, step]) => {
    const work = { ...someWork(run ? activeRun(run) : undefined, ...userSets), elicitations: [open] }
    expect(sentence(nextStep(work, NOW))).toBe(step)
  })

  test('expires, to the millisecond, also where the Run has no time limit meanwhile', () => {
    const run = activeRun({ calls: [here], activeSince: undefined })
    const stepAt = (expiresAt: string) =>
      sentence(nextStep({ ...someWork(run), elicitations: [{ ...open, expiresAt }] }, NOW))
    expect([stepAt(NOW), stepAt(at(0.001))]).toEqual(['expire 20', `wait for calls until ${at(0.001)}`])
  })
})
