/**
 * Holds what comes in and gives it on once for each frame that is painted: a machine that is slow gets more at a
 * time. A page that nobody sees paints no frames, and gets everything as it comes.
 */
export function byFrame<T>(take: (items: T[]) => void): { add: (item: T) => void; flush: () => void } {
  let held: T[] = []
  let frame: number | undefined
  const flush = (): void => {
    if (frame !== undefined) cancelAnimationFrame(frame)
    frame = undefined
    const items = held
    held = []
    if (items.length > 0) take(items)
  }
  const add = (item: T): void => {
    held.push(item)
    if (document.visibilityState === 'hidden') flush()
    else frame ??= requestAnimationFrame(flush)
  }
  return { add, flush }
}
