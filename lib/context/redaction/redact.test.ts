import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { numberOfRuns } from '@/lib/testing/number-of-runs'
import { table } from '@/lib/testing/table'
import type { SecretSpan } from './reading'
import { type NumberOf, redact, StreamMasker, secretsIn } from './redact'
import { Scanner } from './scanner'

/** Made up, and put together here so that no reader of repositories takes them for somebody's. */
const part = (length: number, alphabet = 'aB3dE5gH7jK9mN2pQ4rS6tV8wX') =>
  Array.from({ length }, (_, at) => alphabet[(at * 7) % alphabet.length]).join('')
const TOKEN = part(36)
const KNOWN = 'correct+Horse/7 battery"staple'
const OTHER = 'p%40ss-w0rd-of-db'

const scanner = new Scanner([KNOWN, OTHER])

/** Handles in the order in which secrets are met. */
function numbering(): NumberOf {
  const numbers = new Map<string, number>()
  return ({ value }: SecretSpan) => {
    numbers.set(value, numbers.get(value) ?? numbers.size + 1)
    return numbers.get(value) ?? 0
  }
}

const masked = (text: string): string => redact(scanner, text, numbering())
const H = '⟦secret:1⟧'

const HIT: [string, string, string][] = [
  ['a bearer token', `Authorization: Bearer sk-${TOKEN}`, `Authorization: Bearer ${H}`],
  ['one in JSON', `{"Authorization":"Bearer ${TOKEN}"}`, `{"Authorization":"Bearer ${H}"}`],
  ['basic credentials', `Authorization: Basic ${btoa('me:hunter2')}`, `Authorization: Basic ${H}`],
  [
    'basic credentials behind no name',
    `It sent Basic ${btoa('me:hunter2')} twice`,
    `It sent Basic ${H} twice`,
  ],
  ['a password of curl that is a word', 'curl -u me:sunshine https://a/', `curl -u me:${H} https://a/`],
  ['a key of Anthropic', `sk-ant-api03-${TOKEN}`, H],
  ['a key of OpenAI', `use sk-proj-${TOKEN}, please`, `use ${H}, please`],
  ['a token of GitHub, at the end of a sentence', `It is ghp_${TOKEN}.`, `It is ${H}.`],
  ['a fine-grained one', `github_pat_${part(22)}_${part(59)}`, H],
  ['a token of GitLab', `glpat-${part(20)}`, H],
  ['a key id of AWS', `AKIA${part(16, 'A2BC3DE4FG5H')}`, H],
  [
    'a secret key of AWS',
    `AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENG/bPxRfiCYzz+${part(6)}`,
    `AWS_SECRET_ACCESS_KEY=${H}`,
  ],
  ['a token of Slack', `xoxb-123456789012-${part(24)}`, H],
  ['a webhook of Slack', `https://hooks.slack.com/services/T0AB/B0CD/${part(24)}`, `https://${H}`],
  ['a key of Stripe', `sk_live_${part(24)}`, H],
  ['a key of Google', `AIza${part(35)}`, H],
  [
    'a token of npm',
    `//registry.npmjs.org/:_authToken=npm_${TOKEN}`,
    `//registry.npmjs.org/:_authToken=${H}`,
  ],
  ['a JSON Web Token', `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.${part(43)}`, H],
  [
    'a private key',
    `a\n-----BEGIN RSA PRIVATE KEY-----\n${part(64)}\n${part(30)}==\n-----END RSA PRIVATE KEY-----\nb`,
    `a\n${H}\nb`,
  ],
  ['one in JSON', `"-----BEGIN PRIVATE KEY-----\\n${part(64)}\\n-----END PRIVATE KEY-----\\n"`, `"${H}\\n"`],
  ['one that is cut off', `-----BEGIN EC PRIVATE KEY-----\n${part(64)}\n${part(40)}`, H],
  ['the password of an address', 'https://user:pw@host/path', `https://user:${H}@host/path`],
  ['one with odd characters', 'postgres://me:p@ss:w0rd@db:5432/x', `postgres://me:${H}@db:5432/x`],
  ['a short password', 'password=hunter2', `password=${H}`],
  ['one in quotes', `password: 'hunter2'`, `password: '${H}'`],
  ['one in JSON', `{"db_password": "hunter2!"}`, `{"db_password": "${H}"}`],
  ['one in JSON in JSON', String.raw`"{\"password\": \"hunter2\"}"`, String.raw`"{\"password\": \"${H}\"}"`],
  ['one of a program', `const dbPassword := "s3cr3t;x"`, `const dbPassword := "${H}"`],
  ['one in a setting, to its end', 'DB_PASSWORD=abc;def#1&2,x\nB=1', `DB_PASSWORD=${H}\nB=1`],
  ['a passphrase', 'passphrase: "correct horse battery staple"', `passphrase: "${H}"`],
  ['an option', 'mysql --password hunter2 db', `mysql --password ${H} db`],
  ['an api key, spoken', 'my api key: abcd1234efgh5678', `my api key: ${H}`],
  ['an access token', 'access_token=QWxhZGRpbjpvcGVu+c2VzYW1l/Zm9v', `access_token=${H}`],
  ['a client secret', `clientSecret: "${part(20)}"`, `clientSecret: "${H}"`],
  ['a header with a key', `X-Api-Key: ${part(24)}`, `X-Api-Key: ${H}`],
  ['cookies', 'Cookie: session=abc123; theme=dark\nHost: a', `Cookie: ${H}\nHost: a`],
  ['a cookie that is set', 'Set-Cookie: sid=abc123xyz; Path=/', `Set-Cookie: ${H}; Path=/`],
  ['a word in YAML', 'db:\n  password: sunshine\n  port: 1', `db:\n  password: ${H}\n  port: 1`],
  ['a word in quotes', `"password": "sunshine"`, `"password": "${H}"`],
  ['a word in a setting', 'JWT_SECRET=my-secret-key', `JWT_SECRET=${H}`],
  ['a key of two thousand characters', `PRIVATE_KEY=${part(2_000)}\nB=1`, `PRIVATE_KEY=${H}\nB=1`],
  ['one in quotes', `"private_key": "${part(2_000)}", b`, `"private_key": "${H}", b`],
  ['a hash of a password', `me:$2y$10$${part(53)}`, `me:${H}`],
  ['a known secret', `a ${KNOWN} b`, `a ${H} b`],
  ['a known one in JSON', `a ${JSON.stringify(KNOWN)} b`, `a "${H}" b`],
  ['a known one in an address', `?q=${encodeURIComponent(KNOWN)}&x`, `?q=${H}&x`],
  ['a known one in a form', `q=${encodeURIComponent(KNOWN).replaceAll('%20', '+')}`, `q=${H}`],
  ['a known one in words', `xx${OTHER}xx`, `xx${H}xx`],
  ['a known one as hexadecimal', Buffer.from(OTHER).toString('hex').toUpperCase(), H],
  ['a known one that a value goes on after', `password=${OTHER}-more`, `password=${H}`],
  ['a known one that a value ends in', `password=a1b2c3${KNOWN}!`, `password=${H}!`],
]

const UNTOUCHED: [string, string][] = [
  ['where to go on', `next_page_token=CAoQAA${part(24)}`],
  ['a limit', 'max_token: 100000000'],
  ['a call', 'token = getTokenFromStore()'],
  ['prose', 'secret: see-the-docs-for-details'],
  ['a sentence', 'The password: it must be changed. Bearer tokens are read from the basic understanding.'],
  ['a type', 'type Login = { password: string; token?: string | null; apiKey: ApiKeyV2 }'],
  ['a schema', `password: z.string().min(8), token: z.uuid(), secret: SecretSchema,`],
  ['the environment', 'const password = process.env.DB_PASSWORD ?? config.db.password1'],
  ['a template', `password: "\${DB_PASSWORD}", token: '{{ token }}', key="<api-key-1>"`],
  ['a comparison', 'if (password === other1 || token == input2) return'],
  ['a label', `<input type="password" name="password1" placeholder="Your password">`],
  ['messages', `{ password: 'Password', token: 'Enter your token 2', secret: 'Client secret' }`],
  ['a hash of git', `commit ${part(40, '0a1b2c3d4e5f')} (HEAD)`],
  ['an id', 'id: 550e8400-e29b-41d4-a716-446655440000'],
  ['a picture', `data:image/png;base64,iVBORw0KGgo${part(200)}/${part(90)}+${part(60)}==`],
  ['a lock file', `"integrity": "sha512-${part(86)}=="`],
  ['a class', 'class="sk-loading-spinner-container task-list-item-checkbox"'],
  ['an address', 'https://example.com:8080/a@b and http://[::1]:80/x'],
  ['an address in an example', 'postgres://user:password@localhost/db'],
  ['a key of something else', `key: "${part(20)}", primary_key=${part(12)}`],
  ['a size', 'tokens: 12345678, token_count=123456789'],
  ['a cookie in a program', `document.cookie = 'theme=dark'; cookie: { secure: true }`],
  ['the head of a key in a program', `if (text.startsWith('-----BEGIN PRIVATE KEY-----')) return`],
  ['a handle', `password=${H} token: "${H}" Bearer ${H} https://user:${H}@host`],
]

describe('what is masked', () => {
  table(HIT)('every kind of secret', (_, text, expected) => expect(masked(text)).toBe(expected))

  test('a known secret as base64, wherever in it', () => {
    for (const before of ['', 'a', 'ab', 'user:', 'some:words']) {
      const text = Buffer.from(`${before}${KNOWN} and more`).toString('base64')
      expect(masked(text)).toContain('⟦secret:')
      expect(masked(text)).not.toContain(Buffer.from(KNOWN).toString('base64').slice(4, 24))
    }
  })

  test('a token of a form that is known is called by it, whatever stands before it', () => {
    const rulesIn = (text: string) => secretsIn(scanner, text).map(({ rule }) => rule)
    const jwt = `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.${TOKEN}`
    const forms = [`GITHUB_TOKEN=ghp_${TOKEN}`, `password: "ghp_${TOKEN}"`, `Bearer ghp_${TOKEN}`]
    expect(forms.flatMap(rulesIn)).toEqual(['GitHub token', 'GitHub token', 'GitHub token'])
    expect(rulesIn(`API_KEY=sk_live_${part(24)}`)).toEqual(['Stripe key'])
    expect(rulesIn(`Authorization: Bearer ${jwt}`)).toEqual(['JSON Web Token'])
    expect(rulesIn(`password=x-ghp_${TOKEN}`)).toEqual(['Password'])
  })

  test('a known secret before the secret of a rule is masked with it', () => {
    expect(masked(`curl -u ${OTHER}:hunter2 x`)).toBe(`curl -u ${H} x`)
  })

  test('the same secret has the same handle, whatever form it has', () => {
    const text = `${KNOWN} ${JSON.stringify(KNOWN)} ${encodeURIComponent(KNOWN)} ghp_${TOKEN} ghp_${TOKEN}`
    expect(masked(text)).toBe(`${H} "${H}" ${H} ⟦secret:2⟧ ⟦secret:2⟧`)
  })

  test('what a person released stays, and what is known in it does not', () => {
    const release: NumberOf = ({ kind }) => (kind === 'known' ? 1 : null)
    expect(redact(scanner, `ghp_${TOKEN} ${OTHER}`, release)).toBe(`ghp_${TOKEN} ${H}`)
  })
})

describe('what is left as it is', () => {
  table(UNTOUCHED)('what only looks like one', (_, text) => expect(secretsIn(scanner, text)).toEqual([]))
})

/** Texts of pieces that rules look for, next to one another in all ways. */
const PIECES = [
  ...[KNOWN, OTHER, OTHER.slice(0, 7), KNOWN.slice(3), `ghp_${TOKEN}`, `sk-${TOKEN}`, 'hunter2', TOKEN],
  ...[
    'password=',
    'token: "',
    'api key: ',
    '"',
    "'",
    '\\"',
    '\\',
    ' ',
    '\n',
    ':',
    '=',
    '@',
    '://',
    'https://u:',
  ],
  ...[
    '(',
    '.',
    '-',
    '-----BEGIN PRIVATE KEY-----\n',
    '-----END PRIVATE KEY-----',
    'Bearer ',
    'Cookie: a=',
    'eyJ',
  ],
  ...[
    'DB_PASSWORD=',
    '⟦',
    '⟧',
    H,
    'AKIA',
    'AB3DE5GH7JK9MN2PQ4RS',
    'ordinary words',
    '😀',
    '--token ',
    ';',
    'é',
  ],
  ...[
    'password: |\n  ',
    'name: API_KEY\n  value: ',
    '<password>',
    '</',
    "secret='",
    "''",
    'curl -u me:',
    ' -p',
  ],
  ...[
    'Authorization: ',
    'Token ',
    'Digest a="',
    '?token=',
    '&',
    'ENV API_KEY ',
    'password is ',
    'db:5432:a:b:',
  ],
  ...[
    'password: string = ',
    "'password' => ",
    '-H "X-Api-Key: ',
    ' # ',
    'correct horse battery',
    ',',
    'f(',
    '`',
    '${',
  ],
]
const MORE_PIECES =
  'passwords:\n  - ¦apiKeys: ["¦", "¦API_KEY ?? "¦{"value": "¦name: DB_PASSWORD\n¦Word¦curl -su ¦#define API_KEY "¦password:\n  ¦"-u", "¦Cookie: a="¦<![CDATA[¦get("API_KEY", '.split(
    '¦',
  )
const anyText = fc
  .array(fc.oneof(fc.constantFrom(...PIECES, ...MORE_PIECES), fc.string({ maxLength: 5 })), { maxLength: 14 })
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
        const take = (certain: (string | SecretSpan)[]): void => {
          for (const one of certain) made += typeof one === 'string' ? one : `⟦secret:${numberOf(one)}⟧`
        }
        for (const length of lengths) {
          take(masker.add(text.slice(at, at + length)))
          at += length
        }
        take(masker.add(text.slice(at)))
        take(masker.end())
        expect(made).toBe(masked(text))
      }),
      { numRuns: numberOfRuns(3_000) },
    )
  })
})
