import { expect, test } from 'vitest'
import type { Call } from '@/lib/domain/call/call'
import type { Entry } from '@/lib/domain/session/entry'
import { anEntry, approvedCall, aSet, aView, PERSON, waitingCall } from '@/test/factories'
import { trackDecisions } from './decision-tracker'

const viewOf = (calls: Call[], transcript: Entry[] = []) =>
  aView({ openSets: calls.length > 0 ? [aSet(calls)] : [], transcript })

const lineOf = (index: number, line: Partial<Entry['call']> = { decided: 'deny', by: PERSON }) =>
  anEntry({
    kind: 'result',
    callId: `call-${index}`,
    call: { tool: 'write_file', summary: 'a', result: 'denied', digest: 'sha256:shown', ...line },
  })

const DENIED = [{ callId: 'call-0', tool: 'write_file', kind: 'deny', by: PERSON }]

test('a call that waited and is decided in its set is reported once', () => {
  const decisionsIn = trackDecisions()
  expect(decisionsIn(viewOf([waitingCall(), waitingCall({ index: 1 })]))).toEqual([])
  const after = viewOf([approvedCall(), waitingCall({ index: 1 })])
  expect(decisionsIn(after)).toMatchObject([{ callId: 'call-0', kind: 'approve', by: PERSON }])
  expect(decisionsIn(after)).toEqual([])
})

test('a call that has left its set is reported with its line in the transcript', () => {
  const decisionsIn = trackDecisions()
  decisionsIn(viewOf([waitingCall()]))
  expect(decisionsIn(viewOf([], [lineOf(0)]))).toEqual(DENIED)
})

test('a call whose line comes after it has left its set is told with the line, and once', () => {
  const decisionsIn = trackDecisions()
  decisionsIn(viewOf([waitingCall()]))
  expect(decisionsIn(viewOf([]))).toEqual([])
  expect(decisionsIn(viewOf([], [lineOf(0)]))).toEqual(DENIED)
  expect(decisionsIn(viewOf([], [lineOf(0)]))).toEqual([])
})

test('of what was decided before, and what nobody decided, nothing is told', () => {
  const decisionsIn = trackDecisions()
  expect(decisionsIn(viewOf([approvedCall()], [lineOf(3)]))).toEqual([])
  decisionsIn(viewOf([waitingCall({ index: 1 })]))
  expect(decisionsIn(viewOf([], [lineOf(1, {})]))).toEqual([])
  expect(decisionsIn(viewOf([]))).toEqual([])
})
