import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Log } from '@/lib/agent/process/deps'

/** How often it is looked at; a delay is what comes on top. */
const RESOLUTION_MS = 10
const WINDOW_MS = 60_000
const LOOK_MS = 1_000
/** A pause that people notice is told in the log. */
const LONG_MS = 200

/** How long this process lets others wait for their turn. `during`: what was under way, as far as that is known. */
export function watchEventLoop(log: Log, during: () => Record<string, unknown>) {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  const longest = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  for (const histogram of [delay, longest]) histogram.enable()
  let before = 0
  const p99 = (): number => beyond(delay.percentile(99))
  const window = setInterval(() => {
    before = p99()
    delay.reset()
  }, WINDOW_MS)
  const check = setInterval(() => {
    const ms = beyond(longest.max)
    longest.reset()
    if (ms >= LONG_MS) log('warn', 'Nobody was served for a while', { ms, ...during() })
  }, LOOK_MS)
  for (const timer of [window, check]) timer.unref()
  return {
    /** What 99 of 100 looks in the last one to two minutes had to wait at most, in milliseconds. */
    p99Ms: () => Math.max(before, p99()),
    stop: () => {
      for (const timer of [window, check]) clearInterval(timer)
      for (const histogram of [delay, longest]) histogram.disable()
    },
  }
}

/** Nanoseconds between two looks, as milliseconds beyond those that lie between them anyway. */
const beyond = (nanoseconds: number): number => Math.max(0, Math.round(nanoseconds / 1e6 - RESOLUTION_MS))
