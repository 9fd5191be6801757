import type { Page } from 'playwright/test'

/** What a page is seen to take, in milliseconds. */
type Seen = { updates: number[]; keys: number[]; largest: number }

declare global {
  interface Window {
    seen: Seen
  }
}

/** From each piece of text that comes in, and from each key, to the frame in which it has been painted. */
export const watchPage = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    window.seen = { updates: [], keys: [], largest: Number.NaN }
    new PerformanceObserver(list => {
      window.seen.largest = list.getEntries().at(-1)?.startTime ?? Number.NaN
    }).observe({ type: 'largest-contentful-paint', buffered: true })
    const afterPaint = (then: () => void): void => {
      requestAnimationFrame(() => {
        const channel = new MessageChannel()
        channel.port1.onmessage = then
        channel.port2.postMessage(null)
      })
    }
    const listen = EventSource.prototype.addEventListener
    Object.assign(EventSource.prototype, {
      addEventListener(this: EventSource, ...given: Parameters<typeof listen>) {
        if (given[0] === 'text.delta') listen.call(this, given[0], note)
        listen.apply(this, given)
      },
    })
    const note = (): void => {
      const at = performance.now()
      afterPaint(() => window.seen.updates.push(performance.now() - at))
    }
    document.addEventListener('keydown', ({ timeStamp }) => {
      afterPaint(() => window.seen.keys.push(performance.now() - timeStamp))
    })
  })

/** What was seen since the last time. */
export const taken = (page: Page): Promise<Seen> =>
  page.evaluate(() => {
    const { seen } = window
    window.seen = { ...seen, updates: [], keys: [] }
    return seen
  })

/** Moves the transcript up by so much in each of so many frames, and tells how long each of them took. */
export const scrollFrames = (page: Page, { frames, by }: { frames: number; by: number }): Promise<number[]> =>
  page.evaluate(
    async given => {
      const log = document.querySelector('[role=log]')
      const took: number[] = []
      let last = await new Promise<number>(requestAnimationFrame)
      for (let n = 0; n < given.frames; n += 1) {
        log?.scrollBy(0, -given.by)
        const now = await new Promise<number>(requestAnimationFrame)
        took.push(now - last)
        last = now
      }
      return took
    },
    { frames, by },
  )
