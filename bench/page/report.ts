import { quantile } from '../loop/ratios'
import { printTable } from '../loop/table'

/** What was measured of one page, in milliseconds. */
export type Figures = {
  /** Until what was said last is painted, until the largest part is, and until scripts are at work on all of it. */
  open: { painted: number; largest: number; atWork: number }[]
  updates: number[]
  keys: number[]
  frames: number[]
  /** Work for 1,000 tokens that come fast, and for 1,000 that are each drawn before the next comes. */
  fastMs: number
  slowMs: number
}

/** `plain`: what is read of the plain page, where that is something else. */
type Measure = { what: string; target?: string; of: Read; plain?: Read }
type Read = (figures: Figures) => number

const opened = (until: 'painted' | 'largest' | 'atWork') => (figures: Figures) =>
  quantile(
    figures.open.map(once => once[until]),
    0.5,
  )

const MEASURES: Measure[] = [
  { what: 'open, until it is painted, median, ms', target: '≤ 0.1', of: opened('painted') },
  {
    what: 'open, until its largest part is painted, median, ms',
    target: '≤ 1200 ms',
    of: opened('largest'),
  },
  { what: 'open, until scripts are at work, median, ms', of: opened('atWork') },
  { what: 'update, p50, ms', of: ({ updates }) => quantile(updates, 0.5) },
  { what: 'update, p95, ms', target: '≤ 0.25', of: ({ updates }) => quantile(updates, 0.95) },
  {
    what: 'main thread for 1,000 tokens, ms: 100 a second, beside a plain page that draws each',
    target: '≤ 0.1',
    of: ({ fastMs }) => fastMs,
    plain: ({ slowMs }) => slowMs,
  },
  {
    what: '… 100 a second on both, of which the plain page draws about every tenth',
    of: ({ fastMs }) => fastMs,
  },
  { what: '… each drawn by itself on both', of: ({ slowMs }) => slowMs },
  { what: 'scroll frame, p95, ms', of: ({ frames }) => quantile(frames, 0.95) },
]

const SLOW_MS = 32
const slow = ({ frames }: Figures): string =>
  `${frames.filter(ms => ms > SLOW_MS).length} of ${frames.length}`

/** Prints the figures of the product beside those of the plain page. */
export function report(title: string, [product, plain]: Figures[]): void {
  if (!product || !plain) return
  const rows = MEASURES.map(({ what, target = '', of, plain: ofPlain = of }) => {
    const [ours, theirs] = [of(product), ofPlain(plain)]
    return [what, target, (ours / theirs).toFixed(3), ours.toFixed(1), theirs.toFixed(1)]
  })
  printTable(
    title,
    ['what', 'target', 'ratio', 'product', 'plain'],
    [
      ...rows,
      [`scroll frames over ${SLOW_MS} ms`, '≤ 5 of 89', '', slow(product), slow(plain)],
      ['key to paint while it streams, worst, ms', '≤ 100', '', Math.max(...product.keys).toFixed(1), ''],
    ],
  )
}
