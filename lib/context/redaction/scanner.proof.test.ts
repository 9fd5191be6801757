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
    '<password>',
    '<a name="token">',
    ' -p',
    'curl -u a:',
    'mysql -pa',
    'value="name: token value=',
    'ENV KEY ',
  ],
  // What a pattern would try in all ways.
  ...[
    `password: a${'<'.repeat(60)}%\n`,
    `password: a${'[<'.repeat(40)}%\n`,
    `token: a${' '.repeat(200)}`,
    ' -pmysql',
    `password: ${'a.'.repeat(60)}(\n`,
    `secret: ${'{0}'.repeat(40)}%\n`,
    `token = ${'%s'.repeat(60)}(\n`,
    `secret: ${'your-'.repeat(24)}%\n`,
  ],
  ...[
    'Authorization: a ',
    'password: |\n  a',
    "password=''",
    'db:5432:a:b:',
    'password: a b\n',
    'token: a: = ',
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
  ...[
    'apiKeys: ["a",',
    '"a", ',
    'passwords: [',
    'passwords:\n  - a\n',
    '\n    - ',
    'password:\n',
    'password: !!str &a ',
    'password ?? ',
    'value: "',
    'value: a, name: ',
    'variable "token" { default ',
    'password: Word\n',
    'f("password", ',
    'curl -su',
    '--password", ',
    '#define KEY ',
    'requirepass ',
    'Cookie: a="b',
    '<password><![CDATA[',
    'password: (\n',
    'set("a", "password", ',
    ' --cookie "a=b',
    'name: token type: a value: ',
  ],
]

/** In milliseconds. */
function cost(text: string, times: number): number {
  const since = performance.now()
  for (let n = 0; n < times; n += 1) secretsIn(scanner, text)
  return performance.now() - since
}

test.each(HOSTILE)('a long text of %j costs what its eighths cost', piece => {
  const [eighth = '', whole = ''] = [25_000, 200_000].map(length =>
    piece.repeat(Math.ceil(length / piece.length)),
  )
  const least = { ofEighths: Number.POSITIVE_INFINITY, ofWhole: Number.POSITIVE_INFINITY }
  const ratio = () => least.ofWhole / Math.max(least.ofEighths, 5)
  // What else the machine does only adds to it, and to both alike, as they take as long.
  for (let round = 0; round < 6 && !(round > 1 && ratio() < 3); round += 1) {
    least.ofEighths = Math.min(least.ofEighths, cost(eighth, 8))
    least.ofWhole = Math.min(least.ofWhole, cost(whole, 1))
  }
  // What grows with the square costs eight times as much, and more than this.
  expect(ratio()).toBeLessThan(4)
})
