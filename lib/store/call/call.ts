import * as z from 'zod'
import { Call, type CallSet, CallSetHead, type Invocation } from '@/lib/domain/call/call'
import { schemaAsked } from '@/lib/domain/call/elicitation'
import { turnAfter } from '@/lib/domain/job'
import type { Stop } from '@/lib/domain/run/run'
import { argumentValue } from '@/lib/text/json/json-text'
import { isObject, withoutNulls } from '@/lib/text/json/json-value'
import { columnsOf, instant } from '../connection/columns'
import type { Rows } from '../connection/rows'
import type { Sql } from '../connection/sql'
import { orThrowUnreadable, stored, whole } from '../connection/stored'
import { Prisma } from '../generated/client'
import { definitionSchemas } from '../servers/definition'
import { decisionRow } from './decision'

/** In the place of what somebody else stored. */
const NOT_READABLE = 'This version cannot read what is stored of this call.'
const NOBODY = { type: 'mode', id: 'ask', name: '' }

/** The columns as far as a Call is made of them otherwise: of the rest the Call says what it must be. */
const CallRow = z.looseObject({
  id: z.string(),
  setId: z.string(),
  definitionHash: z.string(),
  why: z.unknown().optional(),
  since: instant.optional(),
  proposedTool: z.string(),
  proposedText: z.string(),
  rawText: z.string().optional(),
  parentCallId: z.string().optional(),
  effectiveTool: z.string().optional(),
  effectiveText: z.string().optional(),
  voids: z.unknown(),
  startsAt: instant.optional(),
  expiresAt: instant.optional(),
  startedAt: instant.optional(),
  endedAt: instant.optional(),
  decisions: z.array(z.record(z.string(), z.unknown())),
})

export const invocation = (tool: string, argumentsText: string): Invocation => ({
  tool,
  argumentsText,
  arguments: argumentValue(argumentsText),
})

/** What is mostly the same text as before is read once. */
const changed = (proposed: Invocation, { tool, argumentsText }: Omit<Invocation, 'arguments'>): Invocation =>
  argumentsText === proposed.argumentsText ? { ...proposed, tool } : invocation(tool, argumentsText)

function toCall(row: z.infer<typeof CallRow>, schemas: Map<string, Call['schema']>): Call {
  const { proposedTool, proposedText, rawText, effectiveTool, effectiveText, voids, decisions, ...rest } = row
  const proposed = invocation(proposedTool, proposedText)
  const reasons = Voids.safeParse(voids).data
  const call = read({
    ...rest,
    was: rest.why,
    schema: row.parentCallId ? schemaAsked(proposed.arguments) : (schemas.get(row.definitionHash) ?? {}),
    proposed: { ...proposed, rawText },
    effective:
      effectiveTool !== undefined && effectiveText !== undefined
        ? changed(proposed, { tool: effectiveTool, argumentsText: effectiveText })
        : undefined,
    decisions: decisions.map(decision => decisionRow(decision, reasons?.[String(decision.id)])),
  })
  return orThrowUnreadable(`Call ${row.id}`, call)
}

const read = stored(Call, {
  risk: { level: 'high', reasons: [NOT_READABLE] },
  decisions: [],
  source: 'builtin',
  span: undefined,
  preview: undefined,
  evidence: undefined,
  why: 'policy',
  by: NOBODY,
  result: { kind: 'unknown', text: NOT_READABLE, isError: true },
})

const Voids = z.record(z.string(), z.unknown())

/** Rows of calls, each with its decisions, as Calls in the order given. */
export async function parseCalls(sql: Sql, rows: unknown[]): Promise<Call[]> {
  const parsed = rows.map(row => CallRow.parse(isObject(row) ? withoutNulls(row) : row))
  const hashes = parsed.map(row => row.definitionHash)
  const schemas = await definitionSchemas(sql, hashes)
  const calls: Call[] = []
  for (const row of parsed) {
    await turnAfter(row.proposedText.length)
    calls.push(toCall(row, schemas))
  }
  return calls
}

/** Calls as one JSON array, each with its decisions, in the order of their set. */
export const callsWhere = (condition: Prisma.Sql): Prisma.Sql => Prisma.sql`
  (SELECT coalesce(json_agg(c ORDER BY c.index), '[]') FROM (
    SELECT "Call".*, (SELECT coalesce(json_agg(d ORDER BY d.at, d.id), '[]') FROM "Decision" d
      WHERE d."callId" = "Call".id) AS decisions
    FROM "Call" WHERE ${condition}) c)`

const CallsOnly = z.tuple([z.object({ calls: z.array(z.unknown()) })])

async function readCalls(sql: Sql, condition: Prisma.Sql): Promise<Call[]> {
  const callRows = await sql.$queryRaw`SELECT ${callsWhere(condition)} AS calls`
  return parseCalls(sql, CallsOnly.parse(callRows)[0].calls)
}

export const findCall = async (sql: Sql, id: string): Promise<Call | null> =>
  (await findCalls(sql, [id]))[0] ?? null

/** In no order. */
export const findCalls = async (sql: Sql, ids: string[]): Promise<Call[]> =>
  ids.length === 0 ? [] : readCalls(sql, Prisma.sql`id = ANY(${ids}::uuid[])`)

const readHead = stored(columnsOf(CallSetHead))
const SetsOnly = z.array(z.looseObject({ calls: z.array(z.unknown()) }))

/** A row, with those of these Calls that are its own, as a set. */
export function toSet(row: unknown, calls: Call[]): CallSet {
  const head = orThrowUnreadable('A set of calls', readHead(row))
  return { ...head, calls: calls.filter(call => call.setId === head.id) }
}

/** Sets by id, with their Calls, in the order of the ids. */
export async function findSets(sql: Sql, ids: string[]): Promise<CallSet[]> {
  const setRows = await sql.$queryRaw`
    SELECT s.id, s."sessionId", s.origin, s."runId", s.request, s.size, s."createdAt",
      ${callsWhere(Prisma.sql`"setId" = s.id`)} AS calls
    FROM "CallSet" s WHERE s.id = ANY(${ids}::uuid[])`
  const rows = SetsOnly.parse(setRows)
  const callRows = rows.flatMap(row => row.calls)
  const calls = await parseCalls(sql, callRows)
  const sets = new Map(rows.map(row => [row.id, toSet(row, calls)]))
  return ids.flatMap(id => sets.get(id) ?? [])
}

/** Ids of the sets of a session that have a Call which is not settled, oldest first. */
export async function openSetIds(sql: Sql, sessionId: string): Promise<string[]> {
  const rows = await sql.$queryRaw<{ id: string }[]>`
    SELECT s.id FROM "CallSet" s WHERE s."sessionId" = ${sessionId}::uuid AND s.id IN
      (SELECT "setId" FROM "Call" WHERE "sessionId" = ${sessionId}::uuid AND "endedAt" IS NULL)
    ORDER BY s."createdAt", s.id`
  return rows.map(row => row.id)
}

/** Asks a set that a person made to end. */
export const stopSet = (rows: Rows, id: string, stop: Stop): void => rows.update('CallSet', id, { stop })

/** The Calls that undo one of these, or tried to. */
export const callsReverting = (sql: Sql, callIds: string[]): Promise<Call[]> =>
  readCalls(sql, Prisma.sql`reverts = ANY(${callIds}::uuid[])`)

/** The Calls of a Run that changed files, the last first. */
export async function changesOfRun(sql: Sql, runId: string): Promise<Call[]> {
  const rows = await sql.$queryRaw<{ id: string }[]>`
    SELECT c.id FROM "Call" c JOIN "CallSet" s ON s.id = c."setId"
    WHERE s."runId" = ${runId}::uuid AND c.result ?| ARRAY['changed', 'changes']
    ORDER BY s.request DESC, c.index DESC`
  const ids = rows.map(row => row.id)
  const calls = new Map((await findCalls(sql, ids)).map(call => [call.id, call]))
  return ids.flatMap(id => calls.get(id) ?? [])
}

export function insertSet(rows: Rows, set: CallSet): void {
  const { calls, ...head } = set
  rows.insert('CallSet', [head])
  rows.insert('Call', calls.map(rowOf))
}

/** `before`: as its row is. */
export function saveCall(rows: Rows, { before, after }: { before: Call; after: Call }): void {
  const was = rowOf(whole(`Call ${before.id}`, before))
  rows.change('Call', after.id, { before: was, after: rowOf(after) })
  // What an earlier attempt gave says nothing of the one that begins.
  if (after.state === 'executing' && after.startedAt !== before.startedAt)
    rows.update('Call', after.id, { lastOutput: null })
}

/** Its schema is that of its definition, and its Decisions have rows of their own. */
function rowOf(call: Call): Record<string, unknown> {
  const { proposed, effective, decisions, schema: _, ...more } = call
  const { was, why = was, ...columns }: Record<string, unknown> = more
  const voids = decisions.flatMap(({ id, void: reason }) => (reason ? [[id, reason]] : []))
  return {
    ...columns,
    // Why it waits, or why it waited before it was approved.
    why,
    proposedTool: proposed.tool,
    proposedText: proposed.argumentsText,
    rawText: proposed.rawText,
    effectiveTool: effective?.tool,
    effectiveText: effective?.argumentsText,
    voids: voids.length > 0 ? Object.fromEntries(voids) : NO_VOIDS,
  }
}

const NO_VOIDS = {}
