import { describe, expect, test } from 'vitest'
import { filled, isLinear } from '@/test/growth'
import { Scanner } from './scanner'
import { secretsIn } from './secret-jobs'

const KNOWN = `${'a'.repeat(56)}b`
const scanner = new Scanner([KNOWN, 'password=password=password=x'])

/** What each rule would like to go on reading in. */
const HOSTILE = [
  ...['a', ':', '=', '\\', '"', '://', 'a:', 'https://u:a:', '> ', 'a b=c ', '??', '||', '**', '\n  '],
  ...['password=', 'password: "', 'PASSWORD=', "password='", 'password=\\"', 'PASSWORD=a ', 'token: a: = '],
  ...['"password":"a', 'password: string = ', 'value="name: token value=', 'api key: ', 'password: a b\n'],
  ...['-----BEGIN PRIVATE KEY-----', `-----BEGIN PRIVATE KEY-----\n${'A'.repeat(24)}\n`, '-', '--', '---'],
  ...[
    'eyJ',
    '-eyJaaaaaaaa',
    '-eyJaaaaaaaa.',
    '-eyJaaaaaaaa.aaaaaaaa',
    'Bearer ',
    'Bearer a',
    'Authorization: a ',
  ],
  ...['--password ', '--password --password '],
  ...[
    'sk-',
    'sk-a-',
    '-sk-aaaaaaaaaaaaaaaaaaaa',
    'SG.',
    'ghp_',
    'AKIA',
    'glpat-',
    'glpat-...',
    '⟦',
    '⟦secret:1⟧',
  ],
  ...[`password: a${'<'.repeat(60)}%\n`, `token: a${' '.repeat(200)}`, `secret: ${'{0}'.repeat(40)}%\n`],
  ...[
    `password: ${'a.'.repeat(60)}(\n`,
    `secret: "${'your-'.repeat(24)}%"\n`,
    `token: "${'a '.repeat(60)}%"\n`,
  ],
]

describe('masking takes linear time', () => {
  test.each(HOSTILE)('in a long text of %j', piece => {
    const reads = (size: number) => {
      const text = filled(piece, size)
      return () => void secretsIn(scanner, text)
    }
    expect(isLinear(reads(40_000), reads(160_000))).toBe(true)
  })
})
