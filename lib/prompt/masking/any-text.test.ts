import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { numberOfRuns } from '@/test/number-of-runs'
import { secretsIn } from './secret-jobs'
import { type MaskedPiece, StreamMasker } from './stream-masker'
import { HANDLE, KNOWN, masked, numbering, OTHER, scanner, TOKEN } from './testing/made-up-secrets'

/** Texts of pieces that rules look for, next to one another in all ways. */
const PIECES = [
  ...[KNOWN, OTHER, OTHER.slice(0, 7), KNOWN.slice(3), `ghp_${TOKEN}`, `sk-${TOKEN}`, 'hunter2', TOKEN],
  ...['password=', 'token: "', 'api key: ', 'DB_PASSWORD=', '?token=', "secret='", 'password: string = '],
  ...[
    'name: API_KEY\n  value: ',
    '{"value": "',
    'API_KEY ?? "',
    "'password' => ",
    'apiKeys: ["',
    'api_key:\n',
  ],
  ...[
    'https://u:',
    '://',
    '@',
    ':',
    '=',
    '&',
    ';',
    ',',
    '(',
    '.',
    '-',
    '`',
    '$',
    'f(',
    ' # ',
    '"',
    "'",
    "''",
  ],
  ...['\\"', '\\', ' ', '\n', '⟦', '⟧', HANDLE, '😀', 'é', 'Word', 'ordinary words', 'correct horse battery'],
  ...['-----BEGIN PRIVATE KEY-----\n', '-----END PRIVATE KEY-----', 'AKIA', 'AB3DE5GH7JK9MN2PQ4RS', 'eyJ'],
  ...[
    'Bearer ',
    'Authorization: ',
    'Token ',
    'Cookie: a=',
    '-H "X-Api-Key: ',
    '--token ',
    'curl -u me:',
    ' -u',
  ],
]
const anyText = fc
  .array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ maxLength: 5 })), { maxLength: 14 })
  .map(pieces => pieces.join(''))

describe('for any text', () => {
  test('masking what is masked changes nothing', () => {
    for (const text of [
      'curl -u me:curl -u me:Token ',
      'curl -su ?token=(0$0#:###0',
      'DB_PASSWORD=--token password=:##0',
      'Authorization: aADigest a="',
      '}Authorization: -https://u:+@(',
      `secret='\\${KNOWN}api key: `,
    ])
      expect(secretsIn(scanner, masked(text))).toEqual([])
    fc.assert(
      fc.property(anyText, text => {
        const once = masked(text)
        expect(secretsIn(scanner, once)).toEqual([])
      }),
      { numRuns: numberOfRuns(3_000) },
    )
  })

  test('no known secret is left', () => {
    fc.assert(
      fc.property(anyText, fc.constantFrom(KNOWN, OTHER), anyText, (before, secret, after) => {
        const text = masked(before + secret + after)
        for (const known of [KNOWN, OTHER]) expect(text).not.toContain(known)
      }),
      { numRuns: numberOfRuns(2_000) },
    )
  })

  test('a stream in pieces is masked as the whole', () => {
    fc.assert(
      fc.property(anyText, fc.array(fc.nat(40), { maxLength: 40 }), (text, lengths) => {
        const masker = new StreamMasker(scanner)
        const numberOf = numbering()
        let [made, at] = ['', 0]
        const take = (certain: MaskedPiece[]): void => {
          for (const one of certain) made += typeof one === 'string' ? one : `⟦secret:${numberOf(one)}⟧`
        }
        for (const length of lengths) {
          take(masker.add(text.slice(at, at + length)))
          at += length
        }
        take(masker.add(text.slice(at)))
        take(masker.add('', true))
        expect(made).toBe(masked(text))
      }),
      { numRuns: numberOfRuns(3_000) },
    )
  })
})
