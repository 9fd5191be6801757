import { expect, test } from 'vitest'
import { anEntry, aView } from '@/lib/testing/factories'
import { withKnownEntries } from './session-query'

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
