import { expect, test } from 'vitest'
import { table } from '@/lib/testing/table'
import { redact, secretsIn } from './redact'
import { Scanner } from './scanner'

const scanner = new Scanner([])
const masked = (text: string): string => redact(scanner, text, () => 1)

/** What people take for passwords, and what reads like a name, a type, or a number. */
const WORDS = ['Dragon', 'SummerRain', 'secret123', 'Password123!', 'sunshine', 'Welcome', '482913', '4711']

const BARE: [string, (word: string) => string][] = [
  ['YAML', word => `db:\n  user: app\n  password: ${word}\n  port: 5432\n`],
  ['YAML, that line alone', word => `password: ${word}`],
  ['YAML, of a client', word => `client_secret: ${word}\n`],
  ['YAML, next line', word => `password:\n  ${word}\nuser: app\n`],
  ['YAML, tag', word => `password: !!str ${word}\n`],
  ['Kubernetes env', word => `- name: DB_PASSWORD\n  value: ${word}\n`],
  ['INI', word => `[db]\nuser = app\npassword = ${word}\n`],
  ['properties', word => `db.user=app\ndb.password=${word}\n`],
  ['.env', word => `DB_PASSWORD=${word}\n`],
  ['.env, token', word => `API_TOKEN=${word}\n`],
  ['header', word => `X-Api-Key: ${word}\n`],
  ['URL query', word => `https://example.org/?api_key=${word}&page=1`],
  ['Apache', word => `SetEnv API_KEY ${word}\n`],
  ['redis.conf', word => `requirepass ${word}\n`],
  ['aws configure', word => `aws configure set aws_secret_access_key ${word}\n`],
  ['curl -su', word => `curl -su me:${word} https://example.org`],
]

table(BARE)('a word is masked in whatever names it', (_, write) => {
  for (const word of WORDS) expect(masked(write(word))).toBe(write('⟦secret:1⟧'))
})

const PHRASES = ['correct horse', 'Summer Rain', 'The cat sat on the mat.', 'my dog is called Rex']

const QUOTED: [string, (words: string) => string][] = [
  ['YAML', words => `password: "${words}"\n`],
  ['JSON', words => `{"api_key":"${words}"}`],
  ['.env', words => `DB_PASSWORD="${words}"\n`],
  ['Python', words => `passphrase = '${words}'\n`],
  ['XML', words => `<password>${words}</password>`],
  ['a fallback', words => `process.env.DB_PASSWORD ?? '${words}'`],
  ['an argument', words => `os.environ.get("SECRET_KEY", "${words}")`],
  ['a list', words => `apiKeys: ["${words}"]`],
  ['a definition', words => `#define API_KEY "${words}"`],
]

table(QUOTED)('words in quotes are masked', (_, write) => {
  for (const words of [...PHRASES, ...WORDS]) expect(masked(write(words))).toBe(write('⟦secret:1⟧'))
})

table<[string, (secret: string) => string]>([
  ['an object of its own', secret => `{"password":{"value":"${secret}"}}`],
  ['a list of JSON', secret => `{"apiKeys":["${secret}"]}`],
  ['bytes of Go', secret => `var jwtSecret = []byte("${secret}")\n`],
  ['bytes of Node', secret => `const secretKey = Buffer.from('${secret}')\n`],
  ['mongosh', secret => `mongosh -u app -p ${secret} --tls`],
  ['aws secretsmanager', secret => `aws secretsmanager create-secret --name db --secret-string ${secret}`],
  ['mysqladmin', secret => `mysqladmin -u root password ${secret}`],
  ['nmcli', secret => `nmcli device wifi connect home password ${secret}`],
  ['a name of what is done', secret => `RESET_PASSWORD=${secret}`],
  ['a name of a store', secret => `APP_KEY=${secret}`],
  ['a scheme of its own', secret => `Authorization: Custom ${secret}`],
])('a password is masked where a program takes it', (_, write) => {
  for (const secret of ['hunter2-x9Q', 'kT9vQ2mZr7Lp4Xw8Bn', 'sunflower42'])
    expect(masked(write(secret))).toBe(write('⟦secret:1⟧'))
})

test('a token in the place of a user is masked with the password behind it', () => {
  const token = `ghp_${'aB3dE5gH7j'.repeat(4)}`
  expect(masked(`curl -u ${token}:hunter2-x9Q https://example.org`)).toBe(
    'curl -u ⟦secret:1⟧ https://example.org',
  )
})

test('a number is masked where the name of a value in JSON says so', () => {
  expect(secretsIn(scanner, '{"password": 4711, "n": 4711}').map(({ at }) => at)).toEqual([13])
})

/** Blocks of programs and settings in which a word beside such a name is a type, a name, or a caption. */
const BLOCKS = [
  'interface Login {\n  user: string\n  password: Dragon\n}',
  'type Login = {\n  password: Dragon;\n}',
  'class Login:\n    user: str\n    password: Dragon\n',
  'x = 1\npassword = other_word\n',
  'const password =\n  await ask()\n',
  'password =\n  getPassword()\n',
  'if password:\n    return\n',
  'password:\n  type: string\n',
  'secrets:\n  - db_password\n  - api_key\n',
  'required:\n  - password\n  - token\n',
  'password: [\n  Validators.required\n]',
  'variable "db_password" {\n  type = string\n  default = ""\n}',
]

table(BLOCKS)('nothing is masked in blocks of programs', block => {
  expect(secretsIn(scanner, block)).toEqual([])
})

test('a text before a handle is the name that it was before the secret', () => {
  const once = masked('apiKeys: ["#define API_KEY ":correct+Horse/7 battery"staple')
  expect(masked(once)).toBe(once)
})
