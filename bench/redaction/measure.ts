import { secretsIn } from '@/lib/context/redaction/redact'
import { Scanner } from '@/lib/context/redaction/scanner'

/** What redaction costs a character, over sizes and kinds of text: the cost of a character must not grow. */

const KNOWN = Array.from({ length: 8 }, (_, at) => `${'k7Q'.repeat(13)}${at}`)
const REPEATED: Record<string, string> = {
  code: `const token = getTokenFromStore({ page: 12, next_page_token: 'abc' })\nif (a !== b) return [x, y]\n`,
  prose: 'The quick brown fox jumps over the lazy dog: it was seen by nobody, as far as we know. ',
  json: '{"id":"550e8400-e29b-41d4-a716-446655440000","title":"A thing","tags":["a","b"],"count":12},',
  secrets: `password=hunter2 ghp_${'aB3d'.repeat(9)} `,
  'names without values': 'password:secret:token=api_key=',
  'beginnings of keys': '-----BEGIN PRIVATE KEY-----',
  'beginnings of tokens': '-eyJ-eyJaaaaaaaa.-eyJ',
  addresses: 'https://user:aaaaaaaaaaaaaaaa:',
  'colons and signs': ':=:=',
  'beginnings of known ones': KNOWN[0]?.slice(0, -1) ?? '',
  'one long word': 'a',
  'one long number': '7',
}
const KILOBYTES = [10, 100, 1_000, 2_000]

const scanner = new Scanner(KNOWN)
const textOf = (piece: string, kilobytes: number): string =>
  piece.repeat(Math.ceil((kilobytes * 1_000) / piece.length)).slice(0, kilobytes * 1_000)

/** Milliseconds for 100 KB, the best of some. */
function cost(text: string): number {
  const times = Array.from({ length: Math.max(3, Math.round(2e6 / text.length)) }, () => {
    const since = performance.now()
    secretsIn(scanner, text)
    return performance.now() - since
  })
  return (Math.min(...times) * 100_000) / text.length
}

console.log(`ms for 100 KB${KILOBYTES.map(size => `${size} KB`.padStart(12)).join('')}   last / first`)
for (const [name, piece] of Object.entries(REPEATED)) {
  const costs = KILOBYTES.map(size => cost(textOf(piece, size)))
  const ratio = (costs.at(-1) ?? 0) / (costs[0] || 1)
  console.log(
    `${name.padEnd(26)}${costs.map(ms => ms.toFixed(2).padStart(12)).join('')}${ratio.toFixed(2).padStart(12)}`,
  )
}
