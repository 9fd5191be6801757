import { expect, test } from 'vitest'
import { Scanner } from './scanner'
import { FIND_SECRETS, HIDE_SECRETS } from './secret-jobs'
import { StreamMasker } from './stream-masker'

test('a secret that stands in every line is told once, where it comes first', () => {
  const line = 'api_key="Zx9kQ2vB7nM4tR8s"\n'
  const value = [`password="Hj5pW8xC3fL6"\n${line.repeat(1000)}`, { text: 'password="Hj5pW8xC3fL6"' }]
  const found = FIND_SECRETS.run({ secrets: [], value })
  expect(found.map(secret => secret.value)).toEqual(['Hj5pW8xC3fL6', 'Zx9kQ2vB7nM4tR8s'])
})

const ARGUMENTS: [string, string][] = [
  ['{"password":["sunshine"]}', 'sunshine'],
  ['{"db":{"passwords":["a",["sunshine"]]}}', 'sunshine'],
  ['{"password":{"value":"sunshine"}}', 'sunshine'],
  ['{"env":[{"name":"DB_PASSWORD","value":"sunshine"}]}', 'sunshine'],
  ['{"env":[{"value":"sunshine","name":"DB_PASSWORD"}]}', 'sunshine'],
  ['{"password":12345678}', '12345678'],
  ['{"api_key":[4711]}', '4711'],
  ['{"headers":{"Authorization":"Token sunshine"}}', 'sunshine'],
  ['{"args":["app","--password","sunshine"]}', 'sunshine'],
  ['{"password":"sunshine","password":"x"}', 'sunshine'],
]

/** What a text alone does not tell: a list under one name, a name behind its value, a number in a list. */
const ONLY_AS_JSON = /"password":\[|\["a",\[|"name":"DB_PASSWORD"\}|4711/

test.each(ARGUMENTS)('the path of names counts in %s', (argumentsText, secret) => {
  const secretsOf = (value: unknown) => FIND_SECRETS.run({ secrets: [], value }).map(span => span.value)
  expect(secretsOf({ argumentsText })).toEqual([secret])
  if (!ONLY_AS_JSON.test(argumentsText)) expect(secretsOf(argumentsText)).toEqual([secret])
  if (!argumentsText.includes('"x"')) expect(secretsOf(JSON.parse(argumentsText))).toEqual([secret])
})

test('a number that is a secret becomes a handle, and stays where a person released it', () => {
  const value = { argumentsText: '{"password": 12345678, "port": 5432}' }
  const hidden = (n: number | null) =>
    HIDE_SECRETS.run({
      secrets: [],
      value,
      numbers: [{ secret: { value: '12345678', kind: 'pattern' }, n }],
    })
  expect(hidden(1)).toEqual({ argumentsText: '{"password":"⟦secret:1⟧","port":5432}' })
  expect(hidden(null)).toEqual(value)
})

test('nothing is masked in arguments that speak of secrets', () => {
  const speaking = {
    properties: { password: { type: 'string', minLength: 12345 }, token: { description: 'the word' } },
    required: ['password', 'apiKey'],
    args: ['docker', 'run', '-u', '1000:1000'],
    max_tokens: 4096,
  }
  expect(FIND_SECRETS.run({ secrets: [], value: speaking })).toEqual([])
})

test('a secret that is learnt later is masked at once, in a stream that is under way as well', () => {
  const learnt = 'correct+Horse/7 battery"staple'
  const scanner = new Scanner([])
  const masker = new StreamMasker(scanner)
  expect(masker.add(`a ${learnt} b`).join('')).toContain(learnt)
  scanner.know([learnt])
  const pieces = [...masker.add(` c ${learnt} d`), ...masker.add('', true)]
  expect(pieces).toContainEqual(expect.objectContaining({ value: learnt, kind: 'known' }))
  expect(pieces.filter(piece => typeof piece === 'string').join('')).not.toContain('Horse')
})
