/** Of sorted values, the one below which this share of them lies. */
export function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}

export const median = (values: number[]): number => quantile(values, 0.5)
export const mean = (values: number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

/** What one was to the other in each of several pairs: the middle one, and where the middle half of them lies. */
export function ratioOf(pairs: { product: number; floor: number }[]): string {
  const ratios = pairs.map(({ product, floor }) => product / floor)
  return `${median(ratios).toFixed(2)} (${quantile(ratios, 0.25).toFixed(2)}–${quantile(ratios, 0.75).toFixed(2)})`
}

/** Does one after the other, who is first by turns, so that what the machine does otherwise hits both. */
export async function inTurns<T>(
  times: number,
  work: { product: () => Promise<T>; floor: () => Promise<T> },
): Promise<{ product: T; floor: T }[]> {
  const pairs: { product: T; floor: T }[] = []
  for (let at = 0; at < times; at += 1) {
    if (at % 2 === 0) {
      const product = await work.product()
      pairs.push({ product, floor: await work.floor() })
    } else {
      const floor = await work.floor()
      pairs.push({ product: await work.product(), floor })
    }
  }
  return pairs
}
