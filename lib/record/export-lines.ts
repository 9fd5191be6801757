import type { DigestedLink } from './chain'
import { sha256 } from './digest'
import type { SignedHead } from './signer'

/** The first line of an export of the whole record. */
export const AUDIT_FORMAT = 'countersign/audit/1'
/** The beginning of a session's export as JSON. */
export const SESSION_FORMAT = 'countersign/session/1'

/**
 * What a verifier finds in an exported file. `payload` is the hashed text; `isReadable`: the file also contains a
 * readable copy, which proves nothing.
 */
export type ExportItem =
  | { kind: 'scope'; of: 'installation' | 'session'; isReadable: boolean }
  | { kind: 'link'; chain: string; link: DigestedLink; payload: string; contents: NamedText[] }
  | { kind: 'head'; chain: string; head: SignedHead; publicKey: string }

type NamedText = { hash: string; text: string }

class NotAnExport extends Error {}

/** A line that is not what it should be, by its number. */
export class UnreadableLine extends Error {
  readonly line: number

  constructor(line: number) {
    super(`Line ${line} of the file cannot be read.`)
    this.line = line
  }
}

type Fields = Record<string, unknown>

/**
 * Reads the chains and heads of an export: that of `GET /api/audit`, or of a session as JSON lines or as JSON, whose
 * other parts are skipped. One line is in memory at a time.
 */
export async function* exportItems(lines: AsyncIterable<string>): AsyncGenerator<ExportItem> {
  let number = 0
  let reader: ((line: string) => ExportItem | null) | undefined
  for await (const line of lines) {
    number += 1
    if (!reader) {
      const beginning = begin(line)
      yield { kind: 'scope', of: beginning.of, isReadable: beginning.isReadable ?? false }
      reader = beginning.read
      if (!beginning.isItem) continue
    }
    if (line === '') continue
    let item: ExportItem | null
    try {
      item = reader(line)
    } catch {
      throw new UnreadableLine(number)
    }
    if (item) yield item
  }
  if (!reader) throw new NotAnExport('The file is empty.')
}

/** How the lines are read, by the first of them. `isItem`: that is one of them itself. */
function begin(first: string): {
  of: 'installation' | 'session'
  read: (line: string) => ExportItem | null
  isItem?: true
  isReadable?: true
} {
  const fields = fieldsOf(first) ?? fieldsOf(`${first.replace(/,$/, '')}}`)
  if (fields?.format === AUDIT_FORMAT) return { of: 'installation', read: itemOf }
  if (fields?.format === SESSION_FORMAT) return { of: 'session', read: itemsOfJson(fields), isReadable: true }
  if (typeof fields?.chain === 'string') return { of: 'session', read: itemOf, isItem: true }
  throw new NotAnExport(
    'The file is not an export of the record: give what GET /api/audit answers, or a session exported as JSON or as JSON lines.',
  )
}

function fieldsOf(text: string): Fields | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Fields) : null
  } catch {
    return null
  }
}

function itemOf(line: string): ExportItem {
  const fields: Fields = JSON.parse(line)
  return 'head' in fields ? headOf(fields) : linkOf(fields, textField(fields, 'chain'))
}

/** The events of a session's export as JSON, and its signed head, which is the last line. */
function itemsOfJson({ session }: Fields): (line: string) => ExportItem | null {
  const chain = textField((session ?? {}) as Fields, 'id')
  let isWithin = false
  return line => {
    if (isWithin) {
      isWithin = !/^],?$/.test(line)
      return isWithin ? linkOf(JSON.parse(line.replace(/,$/, '')), chain) : null
    }
    isWithin = line === '"events":['
    return line.startsWith('"chain":') ? headOf(JSON.parse(`{${line}`)) : null
  }
}

function linkOf(fields: Fields, chain: string): ExportItem {
  const payload = textField(fields, 'payload')
  const [type, at, hash] = ['type', 'at', 'hash'].map(name => textField(fields, name))
  if (type === undefined || at === undefined || hash === undefined) throw new Error('A part is missing.')
  const link = { seq: numberOf(fields, 'seq'), type, at, payloadHash: sha256(payload), hash }
  const contents = Object.entries((fields.contents ?? {}) as Fields).map(([name, text]) => ({
    hash: name,
    text: String(text),
  }))
  return { kind: 'link', chain, link, payload, contents }
}

function headOf(fields: Fields): ExportItem {
  return {
    kind: 'head',
    chain: textField(fields, 'chain'),
    head: signedHeadOf(fields.head as Fields),
    publicKey: textField(fields, 'publicKey'),
  }
}

/** Parses a head; throws if it is not one. */
export const signedHeadOf = (fields: Fields): SignedHead => ({
  seq: numberOf(fields, 'seq'),
  hash: textField(fields, 'hash'),
  signature: textField(fields, 'signature'),
})

export function textField(fields: Fields, name: string): string {
  const value = fields[name]
  if (typeof value !== 'string') throw new Error(`There is no ${name}.`)
  return value
}

function numberOf(fields: Fields, name: string): number {
  const value = fields[name]
  if (typeof value !== 'number') throw new Error(`There is no ${name}.`)
  return value
}
