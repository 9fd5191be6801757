import { expect, test } from 'vitest'
import type { HeldLease } from '@/lib/store/installation/lease'
import { LeaseWatch } from './lease-watch'

const lease = (more: Partial<HeldLease> = {}): HeldLease => ({
  id: 'a',
  epoch: 1,
  until: '2026-11-23T12:00:06.000Z',
  isHolderGone: false,
  ...more,
})

/** A watch that looks at these leases every second, and the second at which each may first be taken. */
function ripeAt(leaseAt: (second: number) => HeldLease): number | null {
  let second = 0
  const watch = new LeaseWatch(() => second * 1000)
  for (; second <= 60; second += 1) if (watch.see([leaseAt(second)]).ripe.length > 0) return second
  return null
}

test('a lease that stands still may be taken after six seconds, after four where its holder is gone', () => {
  expect(ripeAt(() => lease())).toBe(6)
  expect(ripeAt(() => lease({ isHolderGone: true }))).toBe(4)
})

test('one that is renewed never may, though its holder seems gone and whatever the database’s clock says', () => {
  const renewedEvery = (seconds: number, at: number) =>
    lease({ isHolderGone: true, until: new Date(Math.floor(at / seconds) * -3_600_000).toISOString() })
  expect(ripeAt(second => renewedEvery(3, second))).toBeNull()
})

test('one that was taken by a third is watched anew', () => {
  expect(ripeAt(second => lease({ epoch: second < 5 ? 1 : 2 }))).toBe(11)
})

test('one that was not looked at may not be taken, nor one that has changed since', () => {
  let now = 0
  const watch = new LeaseWatch(() => now)
  expect(watch.mayTake(lease())).toBe(false)
  expect(watch.see([lease()]).nextInMs).toBe(6000)
  now = 6000
  expect(watch.mayTake(lease())).toBe(true)
  expect(watch.mayTake(lease({ until: '2026-11-23T12:00:08.000Z' }))).toBe(false)
})
