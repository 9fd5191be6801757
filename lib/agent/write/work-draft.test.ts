import { expect, test } from 'vitest'
import { Rows } from '@/lib/store/connection/rows'
import type { SessionWork } from '@/lib/store/session/session-work'
import { activeRun, aSet, executingCall, OK, settledCall, waitingCall } from '@/test/factories'
import { WorkDraft } from './work-draft'

const call = executingCall({ id: 'one' })
const other = waitingCall({ id: 'other' })
const run = activeRun({ id: 'first' })
const item = { id: 'i', runId: 'first', mode: 'steer' as const, text: 'Hm.', createdAt: run.queuedAt }
const settled = settledCall({ id: 'one', result: OK })

function draftOf(work: Partial<SessionWork> = {}): WorkDraft {
  const none: SessionWork = {
    runs: [],
    calls: [],
    items: [],
    userSets: [],
    elicitations: [],
    rules: [],
    hooks: [],
    rulesMade: 0,
    context: undefined,
  }
  const open = { runs: [{ run, position: 1 }], calls: [call, other], items: [item] }
  return new WorkDraft({ ...none, ...open, ...work }, { rows: new Rows(), sessionId: 's' })
}

test('a Call and the Run at work are as they have become', () => {
  const draft = draftOf()
  draft.changeCall({ before: call, after: settled })
  draft.changeRun({ before: run, after: { ...run, requests: 7 } })
  expect(draft.atWork).toEqual({ run: { ...run, requests: 7 }, calls: [settled, other], items: [item] })
})

test('a new set of the Run at work takes the place of the one before', () => {
  const draft = draftOf()
  const next = [waitingCall({ id: 'next' })]
  draft.addSet(aSet(next, { runId: run.id }))
  expect(draft.atWork?.calls).toEqual(next)
})

test('a Run that has ended gives way to the one that is next in order, which has no Calls yet', () => {
  const draft = draftOf()
  draft.addRun({ ...run, id: 'third', status: 'queued' }, 3)
  draft.addRun({ ...run, id: 'second', status: 'queued' }, 2)
  draft.moveItems(['i'], 'second')
  draft.changeRun({ before: run, after: { ...run, status: 'ended' } })
  expect(draft.runs.map(open => open.run.id)).toEqual(['second', 'third'])
  expect(draft.atWork).toMatchObject({ run: { id: 'second' }, calls: [], items: [{ id: 'i' }] })
})

test('what was said waits until it is taken in', () => {
  const draft = draftOf()
  draft.addItem({ ...item, id: 'j' }, null)
  draft.removeItems(['i'])
  expect(draft.items.map(({ id }) => id)).toEqual(['j'])
})

test('a set by a person is there as long as a Call of it is open, and all of it to those who ask for it', () => {
  const draft = draftOf({ userSets: [{ id: 'set', calls: [call], stop: undefined }] })
  draft.addSet(aSet([waitingCall({ id: 'two' })], { id: 'new', runId: undefined }))
  expect(draft.userSets.map(({ id }) => id)).toEqual(['set', 'new'])
  draft.changeCall({ before: call, after: settled })
  expect(draft.userSets.map(({ id }) => id)).toEqual(['new'])
  expect(draft.callsOfUserSet('set')).toEqual([settled])
})

test('what a server asks is no set of the Run nor of a person, and is there until it has its Result', () => {
  const draft = draftOf()
  const asking = waitingCall({ id: 'asking', parentCallId: 'one' })
  draft.addSet(aSet([asking], { id: 'new', origin: 'elicitation', runId: undefined }))
  expect(draft.elicitations).toEqual([asking])
  expect([draft.userSets, draft.atWork?.calls]).toEqual([[], [call, other]])
  draft.changeCall({ before: asking, after: settledCall({ id: 'asking', parentCallId: 'one' }) })
  expect(draft.elicitations).toEqual([])
})
