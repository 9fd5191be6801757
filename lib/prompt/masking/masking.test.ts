import { describe, expect, test } from 'vitest'
import { table } from '@/test/table'
import { maskedBy, type NumberOf, secretsIn } from './secret-jobs'
import { fakeToken, HANDLE, KNOWN, masked, OTHER, scanner, TOKEN } from './testing/made-up-secrets'

/** What stands beside a name that says secret, by where it stands. */
const PLACES: [place: string, write: (name: string, value: string) => string][] = [
  ['an environment file, in quotes', (name, value) => `HOST=db\n${upper(name)}="${value}"\nPORT=1\n`],
  ['one in single quotes', (name, value) => `${upper(name)}='${value}'\n`],
  ['a command', (name, value) => `cd app && ${upper(name)}="${value}" npm start`],
  ['an export', (name, value) => `export ${upper(name)}="${value}"\n`],
  ['JSON', (name, value) => `{"user":"app","${name}":"${value}","port":5432}`],
  ['JSON in JSON', (name, value) => JSON.stringify(`{"${name}": "${value}"}`)],
  ['JSON, by a name beside it', (name, value) => `{"name": "${upper(name)}", "value": "${value}"}`],
  ['YAML', (name, value) => `db:\n  ${name}: "${value}"\n  port: 5432\n`],
  ['TOML', (name, value) => `[db]\n${name} = "${value}"\n`],
  ['JavaScript', (name, value) => `const ${camel(name)} = '${value}'\n`],
  ['TypeScript', (name, value) => `const ${camel(name)}: string =\n  '${value}'\n`],
  ['an object', (name, value) => `  ${camel(name)}: \`${value}\`,\n`],
  ['a fallback', (name, value) => `process.env.${upper(name)} ?? '${value}'`],
  ['Go', (name, value) => `${camel(name)} := "${value}"\n`],
  ['PHP', (name, value) => `'${name}' => '${value}',\n`],
  ['an option', (name, value) => `app --${kebab(name).toLowerCase()} "${value}" --verbose`],
  ['Markdown', (name, value) => `**${name}:** \`${value}\``],
]
/** Where no quotes stand, and a value ends with a blank. */
const UNQUOTED: typeof PLACES = [
  ['an environment file', (name, value) => `HOST=db\n${upper(name)}=${value}\nPORT=1\n`],
  ['a command', (name, value) => `cd app && ${upper(name)}=${value} npm start`],
  ['a found line', (name, value) => `config/db.env:3:${upper(name)}=${value}\n`],
  ['a Dockerfile', (name, value) => `ENV ${upper(name)}=${value}\nRUN make\n`],
  ['YAML', (name, value) => `db:\n  ${name}: ${value}\n  port: 5432\n`],
  ['Kubernetes', (name, value) => `- name: ${upper(name)}\n  value: ${value}\n`],
  ['properties', (name, value) => `db.${name}=${value}\n`],
  ['INI', (name, value) => `[db]\n${name} = ${value}\n`],
  ['an address', (name, value) => `https://example.org/?user=1&${name}=${value}&page=2`],
  ['a header', (name, value) => `${kebab(name)}: ${value}\r\nHost: a\r\n`],
  ['an option', (name, value) => `app --${kebab(name).toLowerCase()} ${value} --verbose`],
  ['a header in a command', (name, value) => `curl -H "${kebab(name)}: ${value}" https://example.org/`],
  ['an option, joined', (name, value) => `app --${kebab(name).toLowerCase()}=${value} --verbose`],
  ['a connection', (name, value) => `"Server=db;User Id=sa;${camel(name)}=${value};Encrypt=true"`],
]
const wordsOf = (name: string): string[] => name.split('_')
const upper = (name: string): string => name.toUpperCase()
const camel = (name: string): string => name.replace(/_./g, pair => (pair[1] ?? '').toUpperCase())
const kebab = (name: string): string =>
  wordsOf(`x_${name}`)
    .map(word => `${word[0]?.toUpperCase()}${word.slice(1)}`)
    .join('-')

const NAMES = [
  ...['password', 'db_password', 'passwd', 'user_pwd', 'passphrase', 'client_secret', 'access_token'],
  ...['api_key', 'stripe_api_key', 'aws_secret_access_key', 'private_key', 'credential', 'auth_token'],
  ...['admin_password', 'api_token_prod', 'secret_key_base', 'encryption_key'],
]
const VALUES = ['hunter2-x9Q', 'kT9vQ2mZr7Lp4Xw8Bn', '7Zy(Jp,B*Q7{C&', 'Sommer-2024!']
/** Beside a token words are taken for what a program says of it, unless a setting is named so. */
const PHRASES = ['two words and more', 'correct horse', 'Summer Rain 99']

describe('a value beside a name that says secret is masked', () => {
  table(PLACES)('in quotes, with its blanks', (_, write) => {
    for (const name of NAMES)
      for (const value of [...VALUES, ...(name.includes('token') ? [] : PHRASES)])
        expect(masked(write(name, value))).toBe(write(name, HANDLE))
  })

  table(UNQUOTED)('without quotes', (_, write) => {
    for (const name of NAMES)
      for (const value of VALUES.slice(0, 2)) expect(masked(write(name, value))).toBe(write(name, HANDLE))
  })
})

const PEM = `-----BEGIN RSA PRIVATE KEY-----\n${fakeToken(64)}\n${fakeToken(30)}==\n-----END RSA PRIVATE KEY-----`

const HIT: [string, string, string][] = [
  ['a bearer token', `Authorization: Bearer sk-${TOKEN}`, `Authorization: Bearer ${HANDLE}`],
  ['one in JSON', `{"Authorization":"Bearer ${TOKEN}"}`, `{"Authorization":"Bearer ${HANDLE}"}`],
  ['basic credentials', `Authorization: Basic ${btoa('me:hunter2')}`, `Authorization: Basic ${HANDLE}`],
  ['a key of Anthropic', `sk-ant-api03-${TOKEN}`, HANDLE],
  ['a key of OpenAI', `use sk-proj-${TOKEN}, please`, `use ${HANDLE}, please`],
  ['a token of GitHub, at the end of a sentence', `It is ghp_${TOKEN}.`, `It is ${HANDLE}.`],
  ['a fine-grained one', `github_pat_${fakeToken(22)}_${fakeToken(59)}`, HANDLE],
  ['a token of GitLab', `glpat-${fakeToken(20)}`, HANDLE],
  ['a key id of AWS', `AKIA${fakeToken(16, 'A2BC3DE4FG5H')}`, HANDLE],
  [
    'a secret key of AWS',
    `AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENG/bPxRfiCYzz+${fakeToken(6)}`,
    `AWS_SECRET_ACCESS_KEY=${HANDLE}`,
  ],
  ['a token of Slack', `xoxb-123456789012-${fakeToken(24)}`, HANDLE],
  ['a webhook of Slack', `https://hooks.slack.com/services/T0AB/B0CD/${fakeToken(24)}`, `https://${HANDLE}`],
  ['a key of Stripe', `sk_live_${fakeToken(24)}`, HANDLE],
  ['a key of Google', `AIza${fakeToken(35)}`, HANDLE],
  [
    'a token of npm',
    `//registry.npmjs.org/:_authToken=npm_${TOKEN}`,
    `//registry.npmjs.org/:_authToken=${HANDLE}`,
  ],
  ['a JSON Web Token', `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.${fakeToken(43)}`, HANDLE],
  ['a private key', `a\n${PEM}\nb`, `a\n${HANDLE}\nb`],
  [
    'one in JSON',
    `"-----BEGIN PRIVATE KEY-----\\n${fakeToken(64)}\\n-----END PRIVATE KEY-----\\n"`,
    `"${HANDLE}\\n"`,
  ],
  ['one in a setting', `PRIVATE_KEY="${PEM}"\nB=1`, `PRIVATE_KEY="${HANDLE}"\nB=1`],
  ['one in a setting without quotes', `PRIVATE_KEY=${PEM}\nB=1`, `PRIVATE_KEY=${HANDLE}\nB=1`],
  ['one in a program', `const privateKey = \`${PEM}\n\``, `const privateKey = \`${HANDLE}\n\``],
  ['one that is cut off', `-----BEGIN EC PRIVATE KEY-----\n${fakeToken(64)}\n${fakeToken(40)}`, HANDLE],
  ['the password of an address', 'https://user:pw@host/path', `https://user:${HANDLE}@host/path`],
  ['one with odd characters', 'postgres://me:p@ss:w0rd@db:5432/x', `postgres://me:${HANDLE}@db:5432/x`],
  ['a short password', 'password=hunter2', `password=${HANDLE}`],
  ['one in quotes', `password: 'hunter2'`, `password: '${HANDLE}'`],
  ['one in JSON', `{"db_password": "hunter2!"}`, `{"db_password": "${HANDLE}"}`],
  [
    'one in JSON in JSON',
    String.raw`"{\"password\": \"hunter2\"}"`,
    String.raw`"{\"password\": \"${HANDLE}\"}"`,
  ],
  ['one of a program', `const dbPassword := "s3cr3t;x"`, `const dbPassword := "${HANDLE}"`],
  ['one in a setting, to its end', 'DB_PASSWORD=abc;def#1&2,x\nB=1', `DB_PASSWORD=${HANDLE}\nB=1`],
  ['a passphrase', 'passphrase: "correct horse battery staple"', `passphrase: "${HANDLE}"`],
  ['an option', 'mysql --password hunter2 db', `mysql --password ${HANDLE} db`],
  ['an api key, spoken', 'my api key: abcd1234efgh5678', `my api key: ${HANDLE}`],
  ['an access token', 'access_token=QWxhZGRpbjpvcGVu+c2VzYW1l/Zm9v', `access_token=${HANDLE}`],
  ['a client secret', `clientSecret: "${fakeToken(20)}"`, `clientSecret: "${HANDLE}"`],
  ['a header with a key', `X-Api-Key: ${fakeToken(24)}`, `X-Api-Key: ${HANDLE}`],
  ['words that a form might say', 'ADMIN_PASSWORD="enter two words"', `ADMIN_PASSWORD="${HANDLE}"`],
  ['words to the end of a setting', 'ADMIN_PASSWORD=two words # x\nB=1', `ADMIN_PASSWORD=${HANDLE} # x\nB=1`],
  ['words that are cut off', 'ADMIN_PASSWORD="two words and', `ADMIN_PASSWORD="${HANDLE}`],
  ['a word in quotes', `"password": "sunshine"`, `"password": "${HANDLE}"`],
  ['a word in a setting', 'JWT_SECRET=my-secret-key', `JWT_SECRET=${HANDLE}`],
  ['a key of two thousand characters', `PRIVATE_KEY=${fakeToken(2_000)}\nB=1`, `PRIVATE_KEY=${HANDLE}\nB=1`],
  ['one in quotes', `"private_key": "${fakeToken(2_000)}", b`, `"private_key": "${HANDLE}", b`],
  ['a known secret', `a ${KNOWN} b`, `a ${HANDLE} b`],
  ['a known one in JSON', `a ${JSON.stringify(KNOWN)} b`, `a "${HANDLE}" b`],
  ['a known one in an address', `?q=${encodeURIComponent(KNOWN)}&x`, `?q=${HANDLE}&x`],
  ['a known one in a form', `q=${encodeURIComponent(KNOWN).replaceAll('%20', '+')}`, `q=${HANDLE}`],
  ['a known one in words', `xx${OTHER}xx`, `xx${HANDLE}xx`],
  ['a known one as hexadecimal', Buffer.from(OTHER).toString('hex').toUpperCase(), HANDLE],
  ['a known one that a value goes on after', `password=${OTHER}-more`, `password=${HANDLE}`],
  ['a known one that a value ends in', `password=a1b2c3${KNOWN}!`, `password=${HANDLE}!`],
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
    expect(rulesIn(`API_KEY=sk_live_${fakeToken(24)}`)).toEqual(['Stripe key'])
    expect(rulesIn(`Authorization: Bearer ${jwt}`)).toEqual(['JSON Web Token'])
    expect(rulesIn(`password=x-ghp_${TOKEN}`)).toEqual(['Password'])
  })

  test('a known secret before the secret of a rule is masked with it', () => {
    expect(masked(`https://${OTHER}:hunter2@host`)).toBe(`https://${HANDLE}@host`)
  })

  test('the same secret has the same handle, whatever form it has', () => {
    const text = `${KNOWN} ${JSON.stringify(KNOWN)} ${encodeURIComponent(KNOWN)} ghp_${TOKEN} ghp_${TOKEN}`
    expect(masked(text)).toBe(`${HANDLE} "${HANDLE}" ${HANDLE} ⟦secret:2⟧ ⟦secret:2⟧`)
  })

  test('what a person released stays, and what is known in it does not', () => {
    const release: NumberOf = ({ kind }) => (kind === 'known' ? 1 : null)
    expect(maskedBy(scanner, `ghp_${TOKEN} ${OTHER}`, release)).toBe(`ghp_${TOKEN} ${HANDLE}`)
  })
})
