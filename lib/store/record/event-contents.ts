import { schemaAsked } from '@/lib/domain/call/elicitation'
import { turnAfter } from '@/lib/domain/job'
import { isEventType } from '@/lib/domain/session/event'
import { argumentValue } from '@/lib/text/json/json-text'
import { isObject, jsonIn } from '@/lib/text/json/json-value'
import type { Sql } from '../connection/sql'
import { definitionSchemas } from '../servers/definition'
import { type EventRecord, type Fields, nounOf } from './event-row'

/**
 * The data of Events: what they name by its hash is put back, a Call gets the arguments of its texts and the schema of
 * its Tool, a result Entry the text of its Result. One of which something is missing has none. `texts`: what
 * they name, by chain and hash, where it is not in the database.
 */
export async function eventData(
  sql: Sql,
  records: EventRecord[],
  texts?: Map<string, unknown>,
): Promise<Map<EventRecord, Fields>> {
  const values = texts ?? (await namedValues(sql, records))
  const parts = new Map(records.map(record => [record, subjectOf(record, values)]))
  const subjects = [...parts.values()].filter(part => part !== null)
  const schemas = await definitionSchemas(sql, textsIn(subjects, 'definitionHash'))
  const resultEntries = subjects.filter(({ kind }) => kind === 'result')
  const results = await resultTexts(sql, resultEntries)
  const data = new Map<EventRecord, Fields>()
  for (const [record, part] of parts) {
    if (!part) continue
    const { contents: _, ...payload } = record.payload ?? {}
    const noun = nounIn(record)
    if (noun === null) data.set(record, part)
    else if (noun === 'call') data.set(record, { ...payload, call: callOf(part, schemas) })
    else if (noun === 'entry') data.set(record, { ...payload, entry: entryOf(part, results) })
    else data.set(record, { ...payload, [noun]: part })
  }
  return data
}

const nounIn = ({ row }: EventRecord) => (isEventType(row.type) ? nounOf(row.type) : null)

/** The subject of an Event, or all of its data; null where it names something that is not there. */
function subjectOf(record: EventRecord, values: Map<string, unknown>): Fields | null {
  const { contents, ...payload } = record.payload ?? {}
  const noun = nounIn(record)
  const fields = noun ? payload[noun] : payload
  if (!isObject(fields)) return null
  const named = Object.entries(isObject(contents) ? contents : {})
  const chain = record.row.chain
  if (named.some(([, hash]) => !values.has(`${chain} ${hash}`))) return null
  return {
    ...fields,
    ...Object.fromEntries(named.map(([name, hash]) => [name, values.get(`${chain} ${hash}`)])),
  }
}

/** What these Events name, by session and hash. */
async function namedValues(sql: Sql, records: EventRecord[]): Promise<Map<string, unknown>> {
  const named = records.filter(({ payload }) => isObject(payload?.contents))
  const values = new Map<string, unknown>()
  if (named.length === 0) return values
  const names = named.flatMap(({ payload }) => Object.values(payload?.contents ?? {}).map(String))
  const hashes = [...new Set(names)]
  const chains = [...new Set(named.map(({ row }) => row.chain))]
  const rows = await sql.$queryRaw<{ chain: string; hash: string; text: string }[]>`
    SELECT "sessionId"::text AS chain, hash, text FROM "Blob"
    WHERE "sessionId" = ANY(${chains}::uuid[]) AND hash = ANY(${hashes}::text[])`
  for (const { chain, hash, text } of rows) {
    values.set(`${chain} ${hash}`, jsonIn(text, text))
    await turnAfter(text.length)
  }
  return values
}

const textsIn = (subjects: Fields[], name: string): string[] =>
  subjects.flatMap(({ [name]: text }) => (typeof text === 'string' ? [text] : []))

async function resultTexts(sql: Sql, entries: Fields[]): Promise<Map<unknown, string>> {
  const ids = textsIn(entries, 'callId')
  if (ids.length === 0) return new Map()
  const rows = await sql.$queryRaw<{ id: string; text: string | null }[]>`
    SELECT id::text, result->>'text' AS text FROM "Call" WHERE id = ANY(${ids}::uuid[])`
  return new Map(rows.map(({ id, text }) => [id, text ?? '']))
}

const entryOf = (entry: Fields, results: Map<unknown, string>): Fields =>
  entry.kind === 'result' ? { ...entry, text: results.get(entry.callId) ?? '' } : entry

const callOf = (call: Fields, schemas: Map<string, Fields>): Fields => ({
  ...call,
  ...(isObject(call.proposed) ? { proposed: withValue(call.proposed) } : {}),
  ...(isObject(call.effective) ? { effective: withValue(call.effective) } : {}),
  ...(Array.isArray(call.decisions) ? { decisions: call.decisions.map(withValue) } : {}),
  schema: schemaOf(call, schemas),
})

function schemaOf({ parentCallId, proposed, definitionHash }: Fields, schemas: Map<string, Fields>): Fields {
  const argumentsText = parentCallId !== undefined && isObject(proposed) ? proposed.argumentsText : undefined
  return typeof argumentsText === 'string'
    ? schemaAsked(argumentValue(argumentsText))
    : (schemas.get(String(definitionHash)) ?? {})
}

/** An invocation or a Decision, with the value of its arguments beside their text. */
const withValue = (part: Fields): Fields =>
  isObject(part) && typeof part.argumentsText === 'string'
    ? { ...part, arguments: argumentValue(part.argumentsText) }
    : part
