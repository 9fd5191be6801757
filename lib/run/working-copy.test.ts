import { describe, expect, test } from 'vitest'
import type { RunRow } from '@/lib/domain/run'
import type { RunInHand, WorkInHand } from '@/lib/store/work-in-hand'
import { activeRun, aSet, executingCall, OK, settledCall, waitingCall } from '@/lib/testing/factories'
import { WorkingCopy } from './working-copy'

const call = executingCall({ id: 'one' })
const other = waitingCall({ id: 'other' })
const run: RunRow = activeRun()

function copyOf(work: Partial<WorkInHand>) {
  const rows: WorkInHand = { atWork: null, byPeople: [], rules: [], context: undefined, ...work }
  let reads = 0
  const copy = new WorkingCopy(rows, async () => {
    reads += 1
    return rows
  })
  return { copy, reads: () => reads }
}

describe('the working copy of a transaction', () => {
  const atWork: RunInHand = { run: run, calls: [call, other], items: [] }

  test('has a Call and the Run at work as they have become, without reading', async () => {
    const { copy, reads } = copyOf({ atWork })
    const done = settledCall({ id: 'one', result: OK })
    copy.saved(done)
    copy.changed({ ...atWork.run, requests: 7 })
    const now = await copy.now()
    expect(now.atWork?.calls).toEqual([done, other])
    expect(now.atWork?.run.requests).toBe(7)
    expect(reads()).toBe(0)
  })

  test('has a new set of the Run at work in the place of the one before', async () => {
    const { copy, reads } = copyOf({ atWork })
    const next = [waitingCall({ id: 'next' })]
    copy.added(aSet(next, { runId: run.id }))
    expect((await copy.now()).atWork?.calls).toEqual(next)
    expect(reads()).toBe(0)
  })

  test.each<[string, (copy: WorkingCopy) => void]>([
    ['a Call of another set is saved', copy => copy.saved(waitingCall({ id: 'elsewhere' }))],
    ['the Run at work ends', copy => copy.changed({ ...run, status: 'ended' })],
    ['another Run changes', copy => copy.changed({ ...run, id: 'another' })],
    [
      'a set of no Run is added',
      copy => copy.added(aSet([waitingCall({ id: 'next' })], { runId: undefined })),
    ],
    ['something else is written', copy => copy.forget()],
  ])('reads again where %s', async (_, write) => {
    const { copy, reads } = copyOf({ atWork })
    write(copy)
    expect((await copy.now()).atWork?.calls).toEqual([call, other])
    expect(reads()).toBe(1)
    await copy.now()
    expect(reads()).toBe(1)
  })
})
