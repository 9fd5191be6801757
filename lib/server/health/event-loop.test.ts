import { setImmediate as turn } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { watchEventLoop } from './event-loop'

/** Nobody else gets a turn meanwhile. */
function holdUp(ms: number): void {
  const from = performance.now()
  while (performance.now() - from < ms);
}

test('a pause that people notice is told in the log with what was under way, and shows in the figure', async () => {
  const told: unknown[] = []
  const loop = watchEventLoop(
    (level, message, fields) => told.push({ level, message, ...fields }),
    () => ({ requests: ['decide'] }),
  )
  onTestFinished(loop.stop)
  while (told.length === 0) {
    holdUp(300)
    await turn()
  }
  expect(told[0]).toMatchObject({ level: 'warn', ms: expect.any(Number), requests: ['decide'] })
  expect(loop.p99Ms()).toBeGreaterThan(0)
})
