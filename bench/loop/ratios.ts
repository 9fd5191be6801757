/** Of sorted values, the one below which this share of them lies. */
export function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}

export const median = (values: number[]): number => quantile(values, 0.5)
export const mean = (values: number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

/** What one was to the other in each of several rounds: the middle one, and where the middle half of them lies. */
export function ratioOf(own: number[], others: number[]): string {
  const ratios = own.map((value, at) => value / (others[at] ?? Number.NaN))
  return `${median(ratios).toFixed(2)} (${quantile(ratios, 0.25).toFixed(2)}–${quantile(ratios, 0.75).toFixed(2)})`
}

/** Does one after the other, who is first by turns, so that what the machine does otherwise hits all. */
export async function inTurns<Who, T>(
  times: number,
  sides: Who[],
  work: (side: Who) => Promise<T>,
): Promise<Map<Who, T[]>> {
  const done = new Map<Who, T[]>(sides.map(side => [side, []]))
  for (let round = 0; round < times; round += 1) {
    const first = round % sides.length
    for (const side of [...sides.slice(first), ...sides.slice(0, first)])
      done.get(side)?.push(await work(side))
  }
  return done
}
