import { describe, expect, test } from 'vitest'
import {
  activeRun,
  approvedCall,
  at,
  executingCall,
  OK,
  settledCall,
  waitingCall,
} from '@/lib/testing/factories'
import type { StopReason } from '../run/run'
import { type Call, type ResultKind, WaitingReason } from './call'
import {
  decisionsFor,
  whyNotContinue,
  whyNotDecide,
  whyNotDeleteQueued,
  whyNotRevert,
  whyNotStop,
  whyNotUndo,
} from './capabilities'
import { DecisionKind } from './decision'

const RULINGS = ['approve', 'edit', 'replace', 'deny', 'answer']
const OUTCOMES = ['retry', 'mark_done', 'skip']

describe('a Call that waits', () => {
  test.each(WaitingReason.options)('because of %s admits its own Decisions and no others', why => {
    expect(decisionsFor(waitingCall({ why }))).toEqual(why === 'outcome_unknown' ? OUTCOMES : RULINGS)
  })

  test('says which Decisions it does admit', () => {
    expect(whyNotDecide(waitingCall(), 'retry')).toMatch(/approve, edit or deny/)
    expect(whyNotDecide(waitingCall({ why: 'outcome_unknown' }), 'approve')).toMatch(
      /retry it, mark it as done/,
    )
  })
})

const RULE = { type: 'rule' as const, id: 'r', name: 'allow all' }

test.each(DecisionKind.options)('a Call that does not wait admits no %s', kind => {
  for (const call of [approvedCall(), executingCall(), settledCall()])
    expect(whyNotDecide(call, kind)).toBe('This call was already decided.')
})

describe('an approval can be taken back', () => {
  test.each([
    ['while it is held', approvedCall({ startsAt: at(1) }), null],
    ['while it waits for others', approvedCall(), null],
    ['not where a rule gave it', { ...approvedCall(), by: RULE }, 'Nobody approved this by hand.'],
    ['not while it runs', executingCall(), 'It has started already.'],
    ['not when it is settled', settledCall(), 'It has started already.'],
    ['not where there is none', waitingCall(), 'Nothing to undo: nobody has approved this call.'],
  ])('%s', (_, call, obstacle) => {
    expect(whyNotUndo(call)).toBe(obstacle)
  })
})

describe('what a person asked for', () => {
  const own = { dialect: 'person' } as const

  test('never waits, so that its approval cannot be taken back', () => {
    expect(whyNotUndo({ ...approvedCall(own), was: 'policy' })).toMatch(/never waits/)
  })

  test('but a retry of it can', () => {
    expect(whyNotUndo({ ...approvedCall(own), was: 'outcome_unknown' })).toBeNull()
  })
})

describe('a change of a file can be reverted', () => {
  const changed = { folder: '', path: 'a', before: 'absent', after: 'sha256:1' }
  const written = settledCall({ result: { ...OK, changed } })
  const ending = (kind: ResultKind) => settledCall({ result: { ...OK, kind } })
  test.each<[string, Call, Call[], string, RegExp | null]>([
    ['where it was made', written, [], '', null],
    ['not before it has ended', executingCall(), [], '', /not ended/],
    ['not where it failed', settledCall({ result: { ...OK, kind: 'error', changed } }), [], '', /not known/],
    ['not where a person took it as done', ending('answered'), [], '', /not known/],
    ['not where nothing was kept', settledCall(), [], '', /no file/],
    ['not from another folder', written, [], 'other', /another folder/],
    ['not while it is', written, [approvedCall()], '', /being reverted/],
    ['not while nobody knows whether it was', written, [waitingCall()], '', /being reverted/],
    ['not twice', written, [ending('ok')], '', /already/],
    ['not where a person says that it was', written, [ending('answered')], '', /already/],
    ['after it could not be', written, [ending('not_run'), ending('denied'), ending('error')], '', null],
    ['after it may have been', written, [ending('unknown')], '', null],
  ])('%s', (...[, call, reverts, workspace, obstacle]) => {
    const found = whyNotRevert(call, { reverts, workspace })
    if (obstacle === null) expect(found).toBeNull()
    else expect(found).toMatch(obstacle)
  })
})

test('a Run can be stopped until it has ended', () => {
  for (const status of ['queued', 'running', 'waiting'] as const)
    expect(whyNotStop(activeRun({ status }))).toBeNull()
  expect(whyNotStop(activeRun({ status: 'ended' }))).toBe('Nothing is running.')
  expect(whyNotStop(undefined)).toBe('Nothing is running.')
})

test('queued input can be taken back until its Run has ended', () => {
  expect(whyNotDeleteQueued(activeRun({ status: 'queued' }))).toBeNull()
  expect(whyNotDeleteQueued(activeRun())).toBeNull()
  expect(whyNotDeleteQueued(undefined)).toBeNull()
  expect(whyNotDeleteQueued(activeRun({ status: 'ended' }))).toBe('The run has ended.')
})

describe('a Run can be gone on with', () => {
  const ended = (stopReason: StopReason) => activeRun({ status: 'ended', stopReason })

  test.each(['cap', 'timeout', 'idle_timeout', 'error'] as const)('where %s ended it', stopReason => {
    expect(whyNotContinue(ended(stopReason), ended(stopReason))).toBeNull()
  })

  test.each(['final_text', 'task_complete', 'silent', 'cancelled', 'interrupted'] as const)(
    'not where it ended %s',
    stopReason => {
      expect(whyNotContinue(ended(stopReason), ended(stopReason))).toMatch(/Send a message/)
    },
  )

  test('not while it goes on, nor behind another one', () => {
    expect(whyNotContinue(activeRun(), undefined)).toBe('This run has not ended.')
    expect(whyNotContinue(ended('cap'), { ...ended('cap'), id: 'other' })).toMatch(/came after/)
  })
})
