import { describe, expect, test } from 'vitest'
import { activeRun, approvedCall, at, executingCall, OK, settledCall, waitingCall } from '@/test/factories'
import type { StopReason } from '../run/run'
import { type Call, type ResultKind, WaitingReason } from './call'
import { changesToRevert, whyNotContinue, whyNotDecide, whyNotRevert, whyNotUndo } from './capabilities'
import { DecisionKind } from './decision'
import type { Obstacle } from './obstacle'

const RULINGS = ['approve', 'edit', 'replace', 'deny', 'answer']
const OUTCOMES = ['retry', 'mark_done', 'skip']

describe('a Call that waits', () => {
  test.each(WaitingReason.options)('because of %s admits its own Decisions and no others', why => {
    const call = waitingCall({ why })
    const kinds = DecisionKind.options.filter(kind => whyNotDecide(call, kind) === null)
    expect(kinds).toEqual(why === 'outcome_unknown' ? OUTCOMES : RULINGS)
  })

  test('says why it does not: a question of a server is answered or denied, and nothing else', () => {
    expect(whyNotDecide(waitingCall(), 'retry')).toBe('not_run')
    expect(whyNotDecide(waitingCall({ why: 'outcome_unknown' }), 'approve')).toBe('outcome_unknown')
    const question = waitingCall({ parentCallId: 'call' })
    const kinds = DecisionKind.options.filter(kind => whyNotDecide(question, kind) === null)
    expect(kinds).toEqual(['deny', 'answer'])
    expect(whyNotDecide(question, 'approve')).toBe('question')
  })
})

const RULE = { type: 'rule' as const, id: 'r', name: 'allow all' }
const OWN = { dialect: 'person' } as const

test.each(DecisionKind.options)('a Call that does not wait admits no %s', kind => {
  for (const call of [approvedCall(), executingCall(), settledCall()])
    expect(whyNotDecide(call, kind)).toBe('decided')
})

describe('an approval can be taken back', () => {
  test.each([
    ['while it is held', approvedCall({ startsAt: at(1) }), null],
    ['while it waits for others', approvedCall(), null],
    ['not where a rule gave it', { ...approvedCall(), by: RULE }, 'by_no_person'],
    ['not while it runs', executingCall(), 'started'],
    ['not when it is settled', settledCall(), 'started'],
    ['not where there is none', waitingCall(), 'not_approved'],
    ['not where a person asked for the call', approvedCall(OWN), 'by_person'],
    ['but where they asked for a revert', approvedCall({ ...OWN, reverts: 'other' }), null],
    ['or for a retry', { ...approvedCall(OWN), was: 'outcome_unknown' as const }, null],
  ])('%s', (_, call, obstacle) => {
    expect(whyNotUndo(call)).toBe(obstacle)
  })
})

describe('a change of a file can be reverted', () => {
  const changed = { folder: '', path: 'a', before: 'absent', after: 'sha256:1' }
  const written = settledCall({ result: { ...OK, changed } })
  const ending = (kind: ResultKind) => settledCall({ result: { ...OK, kind } })
  test.each<[string, Call, Call[], string, Obstacle]>([
    ['where it was made', written, [], '', null],
    ['not before it has ended', executingCall(), [], '', 'not_ended'],
    ['not where it failed', ending('error'), [], '', 'not_known'],
    [
      'also where it failed after it',
      settledCall({ result: { ...OK, kind: 'error', changed } }),
      [],
      '',
      null,
    ],
    ['not where a person took it as done', ending('answered'), [], '', 'not_known'],
    ['not where nothing was kept', settledCall(), [], '', 'no_file'],
    ['not from another folder', written, [], 'other', 'other_folder'],
    ['not while it is', written, [approvedCall()], '', 'being_reverted'],
    ['not while nobody knows whether it was', written, [waitingCall()], '', 'being_reverted'],
    ['not twice', written, [ending('ok')], '', 'reverted'],
    ['not where a person says that it was', written, [ending('answered')], '', 'reverted'],
    ['after it could not be', written, [ending('not_run'), ending('denied'), ending('error')], '', null],
    ['after it may have been', written, [ending('unknown')], '', null],
  ])('%s', (...[, call, reverts, workspace, obstacle]) => {
    expect(whyNotRevert(call, { reverts, workspace })).toBe(obstacle)
  })

  test('of several files until each is put back, the last change first', () => {
    const changes = ['a', 'b', 'c'].map(path => ({ ...changed, path }))
    const patched = settledCall({ result: { ...OK, changes } })
    const restoring = (path: string, kind: ResultKind = 'ok') => {
      const proposed = { tool: 'restore_file', argumentsText: JSON.stringify({ path }), arguments: { path } }
      return settledCall({ proposed, result: { ...OK, kind } })
    }
    const left = (...reverts: Call[]) => changesToRevert(patched, reverts).map(({ path }) => path)
    expect(left()).toEqual(['c', 'b', 'a'])
    expect(left(restoring('b'), restoring('c', 'not_run'))).toEqual(['c', 'a'])
    const part = [restoring('a'), restoring('b')]
    expect(whyNotRevert(patched, { reverts: part, workspace: '' })).toBeNull()
    const all = [...part, restoring('c', 'answered')]
    expect([left(...all), whyNotRevert(patched, { reverts: all, workspace: '' })]).toEqual([[], 'reverted'])
  })
})

describe('a Run can be gone on with', () => {
  const ended = (stopReason: StopReason) => activeRun({ status: 'ended', stopReason })

  test('where it came to no good end', () => {
    for (const stopReason of ['cap', 'timeout', 'idle_timeout', 'error', 'cancelled', 'interrupted'] as const)
      expect(whyNotContinue(ended(stopReason), ended(stopReason))).toBeNull()
    for (const stopReason of ['final_text', 'task_complete', 'silent'] as const)
      expect(whyNotContinue(ended(stopReason), ended(stopReason))).toBe('run_done')
  })

  test('not while it goes on, nor behind another one', () => {
    expect(whyNotContinue(activeRun(), undefined)).toBe('run_not_ended')
    expect(whyNotContinue(ended('cap'), { ...ended('cap'), id: 'other' })).toBe('later_run')
  })
})
