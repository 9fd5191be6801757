import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadPart, PartAway } from './load-part'

const away = () => Object.assign(new Error('Failed to load chunk'), { name: 'ChunkLoadError' })

/** Fails so many times, then gives `part`. */
function partAfter(failures: number, error: () => Error = away) {
  let count = 0
  const load = async () => {
    count += 1
    if (count <= failures) throw error()
    return 'part'
  }
  return { load, count: () => count }
}

beforeEach(() => {
  vi.stubGlobal('navigator', { onLine: true })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

test.each([
  ['a script', away],
  ['anything else', () => new PartAway()],
])('%s that does not come at once is asked for again', async (_, error) => {
  const { load, count } = partAfter(2, error)
  expect(await loadPart(load, [1, 1, 1])).toBe('part')
  expect(count()).toBe(3)
})

test('what never comes is told of', async () => {
  const { load, count } = partAfter(9)
  await expect(loadPart(load, [1, 1])).rejects.toThrow('Failed to load chunk')
  expect(count()).toBe(3)
})

test('a part that is broken is not asked for again', async () => {
  const { load, count } = partAfter(1, () => new Error('broken'))
  await expect(loadPart(load, [1])).rejects.toThrow('broken')
  expect(count()).toBe(1)
})

test('without a network it is asked for once there is one', async () => {
  const target = new EventTarget()
  vi.stubGlobal('navigator', { onLine: false })
  vi.stubGlobal('addEventListener', target.addEventListener.bind(target))
  const { load, count } = partAfter(1)
  const part = loadPart(load, [60_000])
  await vi.waitFor(() => expect(count()).toBe(1))
  target.dispatchEvent(new Event('online'))
  expect(await part).toBe('part')
})
