import type { Job } from '@/lib/domain/job'
import { type Credential, credentialOf, credentialOfItems } from './credential-name'
import { isSecretValue } from './literal-value'
import type { SecretSpan } from './reading'
import { secretsIn, withHandles } from './redact'
import { mapTexts, type TextPlace } from './redact-value'
import { Scanner } from './scanner'
import { RULES } from './value-end'

/** The server's own secrets, and a value that may contain some. */
export type SecretSearch = { secrets: readonly string[]; value: unknown }

/** The number of the handle for each secret; null if a person released it. */
export type Numbers = { secret: Pick<SecretSpan, 'value' | 'kind'>; n: number | null }[]

/** All secrets in a value, each once, in the order of its texts. */
export const FIND_SECRETS: Job<SecretSearch, SecretSpan[]> = {
  name: 'find secrets',
  size: ({ value }) => textSize(value),
  longestMs: 60_000,
  run: ({ secrets, value }) => {
    const scanner = scannerOf(secrets)
    const all = new Map<string, SecretSpan>()
    mapTexts(value, (text, place) => {
      for (const found of valueSecrets(scanner, text, place)) all.set(keyOf(found), found)
      return text
    })
    return [...all.values()]
  },
}

/** The value with its secrets replaced by handles. */
export const HIDE_SECRETS: Job<SecretSearch & { numbers: Numbers }, unknown> = {
  name: 'hide secrets',
  size: ({ value }) => textSize(value),
  longestMs: 60_000,
  run: ({ secrets, value, numbers }) => {
    const scanner = scannerOf(secrets)
    const known = new Map(numbers.map(({ secret, n }) => [keyOf(secret), n]))
    return mapTexts(value, (text, place) =>
      withHandles(text, valueSecrets(scanner, text, place), secret => known.get(keyOf(secret)) ?? null),
    )
  },
}

const keyOf = ({ value, kind }: Pick<SecretSpan, 'value' | 'kind'>): string => `${kind} ${value}`

let last: { secrets: readonly string[]; scanner: Scanner } | undefined

/** A server holds the same secrets as long as it runs. */
function scannerOf(secrets: readonly string[]): Scanner {
  const isLast =
    last?.secrets.length === secrets.length && last.secrets.every((one, at) => one === secrets[at])
  if (!last || !isLast) last = { secrets, scanner: new Scanner(secrets) }
  return last.scanner
}

/** The number of characters of all texts in a value, keys included. */
function textSize(value: unknown): number {
  let size = 0
  const values = [value]
  for (let next = values.pop(); next !== undefined || values.length > 0; next = values.pop()) {
    if (typeof next === 'string') size += next.length
    if (typeof next !== 'object' || next === null) continue
    for (const [key, part] of Object.entries(next)) {
      size += key.length
      if (part !== undefined) values.push(part)
    }
  }
  return size
}

/** The secrets in a string of JSON; under a key such as `password` the whole string is a secret. */
function valueSecrets(scanner: Scanner, text: string, place: TextPlace): SecretSpan[] {
  const found = secretsIn(scanner, text)
  const led = place.lead === undefined ? [] : secretsBehind(scanner, place.lead, text)
  if (led.length > 0) return led
  const credential = text.includes('⟦') ? null : credentialAt(place)
  if (credential === null || credential.family === 'cookie') return found
  if (found.some(({ kind }) => kind === 'known') || !isSecretValue(text, credential, 'quoted')) return found
  return [{ at: 0, end: text.length, value: text, kind: 'pattern', rule: RULES[credential.family] }]
}

function credentialAt({ name = '', isItem }: TextPlace): Credential | null {
  const credential = credentialOf(name)
  return isItem && !credential?.isCertain ? credentialOfItems(name) : credential
}

/** The secrets in a text, as it is read behind what is written before it. */
const secretsBehind = (scanner: Scanner, lead: string, text: string): SecretSpan[] =>
  secretsIn(scanner, lead + text).flatMap(span =>
    span.at < lead.length ? [] : { ...span, at: span.at - lead.length, end: span.end - lead.length },
  )
