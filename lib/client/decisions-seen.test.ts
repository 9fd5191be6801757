import { expect, test } from 'vitest'
import type { Call } from '@/lib/domain/call'
import type { Entry } from '@/lib/domain/entry'
import { anEntry, approvedCall, aSet, aView, PERSON, waitingCall } from '@/lib/testing/factories'
import { decisionsSeen } from './decisions-seen'

const viewOf = (calls: Call[], transcript: Entry[] = []) =>
  aView({ openSets: calls.length > 0 ? [aSet(calls)] : [], transcript })

const lineOf = (index: number, given: Partial<Entry['call']> = { decided: 'deny', by: PERSON }) =>
  anEntry({
    kind: 'result',
    callId: `call-${index}`,
    call: { tool: 'write_file', summary: 'a', result: 'denied', digest: 'sha256:shown', ...given },
  })

const DENIED = [{ callId: 'call-0', tool: 'write_file', kind: 'deny', by: PERSON }]

test('a call that waited and is decided in its set is told once', () => {
  const seen = decisionsSeen()
  expect(seen(viewOf([waitingCall(), waitingCall({ index: 1 })]))).toEqual([])
  const after = viewOf([approvedCall(), waitingCall({ index: 1 })])
  expect(seen(after)).toMatchObject([{ callId: 'call-0', kind: 'approve', by: PERSON }])
  expect(seen(after)).toEqual([])
})

test('a call that has left its set is told by its line in the transcript', () => {
  const seen = decisionsSeen()
  seen(viewOf([waitingCall()]))
  expect(seen(viewOf([], [lineOf(0)]))).toEqual(DENIED)
})

test('a call whose line comes after it has left its set is told with the line, and once', () => {
  const seen = decisionsSeen()
  seen(viewOf([waitingCall()]))
  expect(seen(viewOf([]))).toEqual([])
  expect(seen(viewOf([], [lineOf(0)]))).toEqual(DENIED)
  expect(seen(viewOf([], [lineOf(0)]))).toEqual([])
})

test('of what was decided before, and what nobody decided, nothing is told', () => {
  const seen = decisionsSeen()
  expect(seen(viewOf([approvedCall()], [lineOf(3)]))).toEqual([])
  seen(viewOf([waitingCall({ index: 1 })]))
  expect(seen(viewOf([], [lineOf(1, {})]))).toEqual([])
  expect(seen(viewOf([]))).toEqual([])
})
