import { readFileSync } from 'node:fs'
import { secretsIn } from '@/lib/context/redaction/redact'
import { Scanner } from '@/lib/context/redaction/scanner'

/** The lines of files in which something is taken for a secret. The files are named on standard input, one a line. */

const scanner = new Scanner([])
let lines = 0
let hits = 0
for (const file of readFileSync(0, 'utf8').split('\n')) {
  if (file === '') continue
  const text = readFileSync(file, 'utf8')
  lines += text.split('\n').length - 1
  const seen = new Set<number>()
  for (const { at, end, rule } of secretsIn(scanner, text)) {
    const begin = text.lastIndexOf('\n', at) + 1
    if (seen.has(begin)) continue
    seen.add(begin)
    hits += 1
    const stop = text.indexOf('\n', end)
    if (process.argv[2] === '--show') {
      console.log(
        `${file}: ${rule}: ${text.slice(Math.max(begin, at - 60), at)}⟦${text.slice(at, end)}⟧${text.slice(end, stop < 0 ? undefined : Math.min(stop, end + 40))}`,
      )
    }
  }
}
console.log(`${hits} hits in ${lines} lines: ${((hits * 10_000) / lines).toFixed(2)} per 10,000`)
