import { expect, test } from 'vitest'
import { secretsIn } from './redact'
import { Scanner } from './scanner'

const KNOWN = 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab'
const scanner = new Scanner([KNOWN, 'password=password=password=x'])

/** What each rule would like to go on reading in. */
const HOSTILE = [
  ...[
    'a',
    ':',
    '=',
    '\\',
    '"',
    '://',
    'a:',
    'https://u:a:',
    'password=',
    'password: "',
    'PASSWORD=',
    'pwd:pwd=',
  ],
  ...['-----BEGIN PRIVATE KEY-----', '-----BEGIN PRIVATE KEY-----\nAAAAAAAAAAAAAAAAAAAAAAAA\n', '-'],
  ...[
    'eyJ',
    '-eyJaaaaaaaa',
    '-eyJaaaaaaaa.',
    'Bearer ',
    'Bearer a',
    'Basic AAAA',
    'Cookie: a',
    'cookie:a=b ',
  ],
  ...[
    'sk-',
    'sk-a-',
    '-sk-aaaaaaaaaaaaaaaaaaaa',
    'SG.',
    'ghp_',
    'AKIA',
    '--password --password ',
    'api key: ',
  ],
]

function cost(text: string): number {
  const since = performance.now()
  secretsIn(scanner, text)
  return performance.now() - since
}

test.each(HOSTILE)('eight times as much of %j costs eight times as much, not sixty-four', piece => {
  const [some, much] = [25_000, 200_000].map(length => piece.repeat(Math.ceil(length / piece.length)))
  const least = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  // What else the machine does only adds to it.
  for (let round = 0; round < 6; round += 1) {
    for (const [at, text] of [some, much].entries()) least[at] = Math.min(least[at] ?? 0, cost(text ?? ''))
  }
  const [ofSome = 0, ofMuch = 0] = least
  expect(ofMuch / Math.max(ofSome, 0.05)).toBeLessThan(32)
})
