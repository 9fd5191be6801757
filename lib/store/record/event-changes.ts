import { isEventType } from '@/lib/domain/session/event'
import { definitionSchemas } from '../call/definition'
import type { Sql } from '../connection/sql'
import { type EventRecord, type Fields, isFields, jsonIn, nounOf } from './event-row'

/**
 * Until a row held all Events of a commit, an Event held only what had changed of its subject. These stay as they are,
 * and this reads them: each gets its subject as it was at that moment, all earlier changes of it laid over one another,
 * for a Call the schema of its Tool, and for a result Entry the text of its Call's Result.
 */
export async function dataByChanges(sql: Sql, records: EventRecord[]): Promise<Map<EventRecord, Fields>> {
  const history = await historyOf(sql, records)
  const schemas = await definitionSchemas(sql, definitionsIn(history))
  const data = new Map<EventRecord, Fields>()
  for (const record of records) {
    const { row, payload } = record
    if (!payload) continue
    const noun = isEventType(row.type) ? nounOf(row.type) : null
    const subject = noun && row.subject ? { noun, id: row.subject, seq: row.seq } : null
    data.set(record, subject ? { ...payload, [subject.noun]: asOf(history, schemas, subject) } : payload)
  }
  return data
}

type Step = { seq: number; noun: string; change: Fields }
type History = Map<string, Step[]>

async function historyOf(sql: Sql, records: EventRecord[]): Promise<History> {
  const subjects = new Set(records.flatMap(({ row }) => (row.subject ? [row.subject] : [])))
  for (const { row, payload } of records) {
    const entry = row.type === 'message.added' ? payload?.entry : undefined
    if (isFields(entry) && typeof entry.callId === 'string') subjects.add(entry.callId)
  }
  const history: History = new Map([...subjects].map(subject => [subject, []]))
  for (const { subject, seq, type, payload } of await changesOf(sql, [...subjects])) {
    const noun = isEventType(type) ? nounOf(type) : null
    const fields = jsonIn(payload)
    const change = noun && isFields(fields) ? fields[noun] : null
    if (noun && isFields(change)) history.get(subject)?.push({ seq, noun, change })
  }
  return history
}

type Change = { subject: string; seq: number; type: string; payload: string }

async function changesOf(sql: Sql, subjects: string[]): Promise<Change[]> {
  if (subjects.length === 0) return []
  return sql.$queryRaw<Change[]>`
    SELECT subject::text, seq, type, payload FROM "Event" WHERE subject = ANY(${subjects}::uuid[]) ORDER BY seq`
}

const definitionsIn = (history: History): string[] =>
  [...history.values()].flat().flatMap(({ change }) => {
    return typeof change.definitionHash === 'string' ? [change.definitionHash] : []
  })

function asOf(
  history: History,
  schemas: Map<string, Fields>,
  { id, seq, noun }: { id: string; seq: number; noun: string },
): Fields {
  const known = (history.get(id) ?? [])
    .filter(step => step.seq <= seq && step.noun === noun)
    .reduce<Fields>((fields, { change }) => over(fields, change), {})
  if (noun === 'call') return { ...known, schema: schemas.get(String(known.definitionHash)) ?? {} }
  if (noun === 'entry' && known.kind === 'result' && typeof known.callId === 'string') {
    const { result } = asOf(history, schemas, { id: known.callId, seq, noun: 'call' })
    return isFields(result) ? { ...known, text: result.text } : known
  }
  return known
}

/** A later change over what is known; `null` takes a field away. */
const over = (known: Fields, change: Fields): Fields =>
  Object.fromEntries(Object.entries({ ...known, ...change }).filter(([, value]) => value !== null))
