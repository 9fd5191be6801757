/** Some pages are painted late or never although they count as seen: what comes in waits no longer for them. */
const LATEST_MS = 100

/**
 * Holds what comes in and gives it on once for each frame that is painted: a machine that is slow gets more at a
 * time. A page that nobody sees paints no frames; it gets what has come as soon as what comes with it is there.
 */
export function byFrame<T>(take: (items: T[]) => void): (item: T) => void {
  const soon = new MessageChannel()
  let held: T[] = []
  const flush = (): void => {
    const items = held
    held = []
    if (items.length > 0) take(items)
  }
  const giveOn = (): void => {
    if (document.visibilityState === 'hidden') {
      soon.port2.postMessage(null)
      return
    }
    requestAnimationFrame(flush)
    setTimeout(flush, LATEST_MS)
  }
  soon.port1.onmessage = flush
  document.addEventListener('visibilitychange', giveOn)
  return item => {
    held.push(item)
    if (held.length === 1) giveOn()
  }
}
