import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { anEntry, aView } from '@/test/factories'
import { KEYS } from './keys'
import { newerView, sessionQuery, withKnownEntries } from './session-query'

const viewOf = (...seqs: number[]) =>
  aView({ transcript: seqs.map(seq => anEntry({ id: `e${seq}`, seq, text: `${seq}` })) })

const seqsIn = (current: ReturnType<typeof viewOf> | undefined, fresh: ReturnType<typeof viewOf>) =>
  withKnownEntries(current, fresh).transcript.map(entry => entry.seq)

test('what is known stays before what is read anew, and what was read anew counts', () => {
  expect(seqsIn(viewOf(1, 2, 3), viewOf(2, 3, 4))).toEqual([1, 2, 3, 4])
  expect(withKnownEntries(viewOf(1, 2), viewOf(2, 3)).transcript[1]?.text).toBe('2')
})

test('nothing is kept beyond a gap, and nothing is kept of nothing', () => {
  expect(seqsIn(viewOf(1, 2, 3), viewOf(5, 6))).toEqual([5, 6])
  expect(seqsIn(undefined, viewOf(5, 6))).toEqual([5, 6])
  expect(seqsIn(viewOf(), viewOf(5, 6))).toEqual([5, 6])
  expect(seqsIn(viewOf(1, 2), viewOf())).toEqual([])
})

test('a view that an event has changed is taken as it is, and not compared with the one before', () => {
  const client = new QueryClient()
  const before = viewOf(1, 2)
  const id = before.session.id
  const leave = new QueryObserver(client, { ...sessionQuery(client, id), initialData: before }).subscribe(
    () => undefined,
  )
  const after = { ...viewOf(1, 2), seq: before.seq + 1 }
  client.setQueryData(KEYS.session(id), after)
  expect(client.getQueryData(KEYS.session(id))).toBe(after)
  leave()
})

test('of a view that is read anew, what is equal stays the same', () => {
  const current = viewOf(1, 2)
  const fresh = { ...viewOf(1, 2, 3), seq: current.seq + 1 }
  const view = newerView(current, fresh)
  expect(view.transcript).toHaveLength(3)
  expect(view.transcript[0]).toBe(current.transcript[0])
  expect(newerView({ ...current, seq: fresh.seq + 1 }, fresh).transcript).toBe(current.transcript)
})
