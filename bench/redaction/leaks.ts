import { Scanner } from '@/lib/context/redaction/scanner'
import { leakOf } from '@/lib/testing/secrets/leak'
import { SECRET_KINDS, seededRandom } from '@/lib/testing/secrets/random-secrets'
import { SECRET_SPELLINGS, type SecretSpelling } from '@/lib/testing/secrets/secret-spellings'

/**
 * How many of so many generated secrets of each kind come through in each spelling, and examples with `--show`.
 * The same secrets each time.
 */

const NUMBER = Number(process.argv.find(word => /^\d+$/.test(word)) ?? 10_000)
const IS_SHOWN = process.argv.includes('--show')
const SEED = 20_261_123
const WIDTH = 24

const scanner = new Scanner([])
const kinds = Object.entries(SECRET_KINDS)

function leaks({ name, write }: SecretSpelling, kind: string, generate: (random: () => number) => string) {
  const random = seededRandom(SEED)
  const count = { leaks: 0, of: 0 }
  for (let n = 0; n < NUMBER; n += 1) {
    const secret = generate(random)
    const text = write(secret)
    if (text === null) continue
    count.of += 1
    const leak = leakOf(scanner, text, secret)
    if (leak === null) continue
    count.leaks += 1
    if (IS_SHOWN && count.leaks === 1) console.log('   ', name, kind, JSON.stringify([text, leak]))
  }
  return count
}

const line = (name: string, cells: (string | number)[]): string =>
  name.padEnd(WIDTH) + cells.map(cell => `${cell}`.slice(0, 10).padStart(12)).join('')
const sum = (counts: number[]): number => counts.reduce((all, one) => all + one, 0)

console.log(
  line(
    `leaks of ${NUMBER}`,
    kinds.map(([kind]) => kind),
  ),
)
const rows = SECRET_SPELLINGS.map(spelling => {
  const counts = kinds.map(([kind, generate]) => leaks(spelling, kind, generate))
  console.log(
    line(
      spelling.name,
      counts.map(({ leaks, of }) => (of === 0 ? '-' : leaks)),
    ),
  )
  return counts
})
const totals = kinds.map((_, at) => ({
  leaks: sum(rows.map(row => row[at]?.leaks ?? 0)),
  of: sum(rows.map(row => row[at]?.of ?? 0)),
}))
console.log(
  line(
    'all spellings',
    totals.map(({ leaks }) => leaks),
  ),
)
console.log(
  line(
    'of',
    totals.map(({ of }) => of),
  ),
)
console.log(
  line(
    'of 10,000',
    totals.map(({ leaks, of }) => ((leaks * 10_000) / of).toFixed(2)),
  ),
)
