/** In milliseconds. */
const timeOf = (work: () => void, times = 1): number => {
  const before = performance.now()
  for (let n = 0; n < times; n += 1) work()
  return performance.now() - before
}

/**
 * How many times as long the whole takes as its quarters do one by one: what grows with the square takes four times.
 * What takes no time at all has no ratio.
 */
const growthOf = (quarter: () => void, whole: () => void): number => {
  const quarters = timeOf(quarter, 4)
  return timeOf(whole) / Math.max(quarters, 8)
}

/** Other work on the machine disturbs a measurement; what grows with the square does so in each. */
export const isLinear = (quarter: () => void, whole: () => void): boolean =>
  [1, 2, 3, 4, 5, 6, 7]
    .values()
    .map(() => growthOf(quarter, whole))
    .some(growth => growth < 2.5)

/** A piece so often that it comes to so many characters. */
export const filled = (piece: string, size: number): string => piece.repeat(Math.ceil(size / piece.length))
