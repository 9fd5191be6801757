import { describe, expect, test } from 'vitest'
import { Failures } from './failures'

function failures() {
  const clock = { now: 0 }
  return { clock, failures: new Failures({ perAddress: 3, inAll: 5 }, () => clock.now) }
}

describe('failures', () => {
  test('are too many beyond the limit of an address, until a minute after the first', () => {
    const { clock, failures: counted } = failures()
    expect([1, 2, 3].map(() => counted.count('a'))).toEqual([null, null, null])
    clock.now = 20_000
    expect(counted.count('a')).toBe(40)
    expect(counted.count('b')).toBeNull()
    clock.now = 60_000
    expect(counted.count('a')).toBeNull()
  })

  test('are too many beyond the limit of all, wherever they come from', () => {
    const { failures: counted } = failures()
    const waits = ['a', 'b', 'c', 'd', 'e', 'f'].map(address => counted.count(address))
    expect(waits).toEqual([null, null, null, null, null, 60])
  })

  test('of any number of addresses take no more than so much memory', () => {
    const counted = new Failures({ perAddress: 1, inAll: 1_000_000 }, () => 0)
    for (let address = 0; address < 30_000; address += 1) expect(counted.count(String(address))).toBeNull()
  })
})
