import * as z from 'zod'
import { Call, type CallSet, type Invocation } from '@/lib/domain/call'
import { Void } from '@/lib/domain/decision'
import { isTooDeep } from '@/lib/domain/json-depth'
import type { Stop } from '@/lib/domain/run'
import { put } from './batch'
import { type Changing, columnsOf, instant, optional, orNull } from './columns'
import { jsonText, type Tx } from './database'
import { DecisionRow, decisionOf } from './decision'
import { definitionSchemas } from './definition'
import { Prisma } from './generated/client'

/** The columns as far as they differ from what a Call has: of the rest the Call says what it must be. */
const CallRow = z.object({
  id: z.string(),
  setId: z.string(),
  sessionId: z.string(),
  index: z.int(),
  providerCallId: z.string(),
  tool: z.string(),
  source: z.string(),
  dialect: z.string(),
  method: z.string(),
  readOnly: z.boolean(),
  idempotent: z.boolean(),
  definitionHash: z.string(),
  state: z.string(),
  why: optional(z.unknown()),
  since: optional(instant),
  risk: z.unknown(),
  proposedTool: z.string(),
  proposedText: z.string(),
  rawText: optional(z.string()),
  reverts: optional(z.string()),
  span: optional(z.unknown()),
  outputPath: optional(z.string()),
  effectiveTool: optional(z.string()),
  effectiveText: optional(z.string()),
  preview: optional(z.unknown()),
  digest: z.string(),
  by: optional(z.unknown()),
  epoch: optional(z.int()),
  attempt: z.int(),
  evidence: optional(z.unknown()),
  voids: z.record(z.string(), Void),
  result: optional(z.unknown()),
  startsAt: optional(instant),
  expiresAt: optional(instant),
  startedAt: optional(instant),
  endedAt: optional(instant),
  decisions: z.array(DecisionRow),
})

/** The value of an arguments text; a text that is no JSON, or too deep to be walked, stands for itself. */
export function invocation(tool: string, argumentsText: string): Invocation {
  try {
    const value: unknown = JSON.parse(argumentsText)
    return { tool, argumentsText, arguments: isTooDeep(value) ? argumentsText : value }
  } catch {
    return { tool, argumentsText, arguments: argumentsText }
  }
}

function toCall(row: z.infer<typeof CallRow>, schemas: Map<string, Call['schema']>): Call {
  const { proposedTool, proposedText, rawText, effectiveTool, effectiveText, voids, decisions, ...rest } = row
  return Call.parse({
    ...rest,
    was: rest.why,
    schema: schemas.get(row.definitionHash) ?? {},
    proposed: { ...invocation(proposedTool, proposedText), rawText },
    effective:
      effectiveTool !== undefined && effectiveText !== undefined
        ? invocation(effectiveTool, effectiveText)
        : undefined,
    decisions: decisions.map(decision => decisionOf(decision, voids[decision.id])),
  })
}

/** Rows of calls, each with its decisions, as Calls in the order given. */
export async function parseCalls(tx: Tx, rows: unknown[]): Promise<Call[]> {
  const parsed = rows.map(row => CallRow.parse(row))
  const schemas = await definitionSchemas(
    tx,
    parsed.map(row => row.definitionHash),
  )
  return parsed.map(row => toCall(row, schemas))
}

/** Calls as one JSON array, each with its decisions, in the order of their set. */
export const callsWhere = (condition: Prisma.Sql): Prisma.Sql => Prisma.sql`
  (SELECT coalesce(json_agg(c ORDER BY c.index), '[]') FROM (
    SELECT "Call".*, (SELECT coalesce(json_agg(d ORDER BY d.at, d.id), '[]') FROM "Decision" d
      WHERE d."callId" = "Call".id) AS decisions
    FROM "Call" WHERE ${condition}) c)`

const CallsOnly = z.tuple([z.object({ calls: z.array(z.unknown()) })])

export const findCall = async (tx: Tx, id: string): Promise<Call | null> =>
  (await findCalls(tx, [id]))[0] ?? null

/** In no order. */
export async function findCalls(tx: Tx, ids: string[]): Promise<Call[]> {
  if (ids.length === 0) return []
  const found = await tx.$queryRaw`SELECT ${callsWhere(Prisma.sql`id = ANY(${ids}::uuid[])`)} AS calls`
  return parseCalls(tx, CallsOnly.parse(found)[0].calls)
}

const SetRow = z.object({
  id: z.string(),
  sessionId: z.string(),
  origin: z.enum(['model', 'person', 'elicitation']),
  runId: optional(z.string()),
  request: optional(z.int()),
  size: z.int(),
  createdAt: instant,
})
const SetsOnly = z.array(z.looseObject({ calls: z.array(z.unknown()) }))

/** A row, with those of these Calls that are its own, as a set. */
export function toSet(row: unknown, calls: Call[]): CallSet {
  const head = SetRow.parse(row)
  return { ...head, calls: calls.filter(call => call.setId === head.id) }
}

const SET_COLUMNS = Prisma.sql`s.id, s."sessionId", s.origin, s."runId", s.request, s.size, s."createdAt",
  ${callsWhere(Prisma.sql`"setId" = s.id`)} AS calls`

/** Sets by id, with their Calls, in the order of the ids. */
export async function findSets(tx: Tx, ids: string[]): Promise<CallSet[]> {
  const sets = new Map(
    (await setsWhere(tx, Prisma.sql`s.id = ANY(${ids}::uuid[])`)).map(set => [set.id, set]),
  )
  return ids.flatMap(id => sets.get(id) ?? [])
}

/** The Calls of a set, in their order. */
export async function callsOfSet(tx: Tx, setId: string): Promise<Call[]> {
  const found = await tx.$queryRaw`SELECT ${callsWhere(Prisma.sql`"setId" = ${setId}::uuid`)} AS calls`
  return parseCalls(tx, CallsOnly.parse(found)[0].calls)
}

async function setsWhere(tx: Tx, condition: Prisma.Sql): Promise<CallSet[]> {
  const found = await tx.$queryRaw`SELECT ${SET_COLUMNS} FROM "CallSet" s WHERE ${condition}`
  const rows = SetsOnly.parse(found)
  const calls = await parseCalls(
    tx,
    rows.flatMap(row => row.calls),
  )
  return rows.map(row => toSet(row, calls))
}

/** Ids of the sets of a session that have a Call which is not settled, oldest first. */
export async function openSetIds(tx: Tx, sessionId: string): Promise<string[]> {
  const rows = await tx.callSet.findMany({
    where: { sessionId, calls: { some: { state: { not: 'settled' } } } },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    select: { id: true },
  })
  return rows.map(row => row.id)
}

/** Asks the sets of a session that people made, and that have not ended, to end. */
export async function stopPersonSets(tx: Tx, sessionId: string, stop: Stop): Promise<void> {
  await tx.$executeRaw`
    UPDATE "CallSet" SET stop = ${JSON.stringify(stop)}::jsonb WHERE stop IS NULL AND id IN (SELECT "setId"
      FROM "Call" WHERE "sessionId" = ${sessionId}::uuid AND state <> 'settled' AND dialect = 'person')`
}

/** The Calls that undo one of these, or tried to. */
export async function callsReverting(tx: Tx, callIds: string[]): Promise<Call[]> {
  const found = await tx.$queryRaw`
    SELECT ${callsWhere(Prisma.sql`reverts = ANY(${callIds}::uuid[])`)} AS calls`
  return parseCalls(tx, CallsOnly.parse(found)[0].calls)
}

/** The Calls of a Run that changed a file, the last first. */
export async function changesOfRun(tx: Tx, runId: string): Promise<Call[]> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT c.id FROM "Call" c JOIN "CallSet" s ON s.id = c."setId"
    WHERE s."runId" = ${runId}::uuid AND c.result->'changed' IS NOT NULL
    ORDER BY s.request DESC, c.index DESC`
  const ids = rows.map(row => row.id)
  const found = await tx.$queryRaw`SELECT ${callsWhere(Prisma.sql`id = ANY(${ids}::uuid[])`)} AS calls`
  const calls = new Map((await parseCalls(tx, CallsOnly.parse(found)[0].calls)).map(call => [call.id, call]))
  return ids.flatMap(id => calls.get(id) ?? [])
}

export async function insertSet(tx: Tx, set: CallSet): Promise<void> {
  const { calls, ...head } = set
  const { id, sessionId, origin, size, createdAt } = head
  const row = {
    id,
    sessionId,
    origin,
    size,
    createdAt,
    runId: orNull(head.runId),
    request: orNull(head.request),
  }
  await put(tx, { insert: 'CallSet', rows: [row] })
  const rows = calls.map(call => ({ ...bornColumns(call), ...columnsOf(changing(call)) }))
  if (rows.length > 0) await put(tx, { insert: 'Call', rows })
}

/** `before`: as its row is. */
export async function saveCall(tx: Tx, { before, after }: { before: Call; after: Call }): Promise<void> {
  const set = columnsOf(changing(after), changing(before))
  await put(tx, { update: 'Call', id: after.id, set })
}

const bornColumns = (call: Call) => ({
  id: call.id,
  setId: call.setId,
  sessionId: call.sessionId,
  index: call.index,
  providerCallId: call.providerCallId,
  dialect: call.dialect,
  method: call.method,
  proposedTool: call.proposed.tool,
  proposedText: call.proposed.argumentsText,
  rawText: orNull(call.proposed.rawText),
  reverts: orNull(call.reverts),
  span: jsonText(call.span),
  outputPath: orNull(call.outputPath),
})

/** One column: why it waits, or why it waited before it was approved. */
function whyOf(call: Call): string | null {
  if (call.state === 'waiting') return call.why
  return call.state === 'approved' ? orNull(call.was) : null
}

const changing = (call: Call): Changing => ({
  plain: {
    tool: call.tool,
    source: call.source,
    readOnly: call.readOnly,
    idempotent: call.idempotent,
    definitionHash: call.definitionHash,
    state: call.state,
    why: whyOf(call),
    since: call.state === 'waiting' ? call.since : null,
    effectiveTool: call.effective?.tool,
    effectiveText: call.effective?.argumentsText,
    digest: call.digest,
    epoch: call.state === 'executing' ? call.epoch : null,
    attempt: call.attempt,
    startsAt: call.state === 'approved' ? call.startsAt : undefined,
    expiresAt: call.expiresAt,
    startedAt: call.startedAt,
    endedAt: call.state === 'settled' ? call.endedAt : undefined,
  },
  json: {
    risk: call.risk,
    preview: call.preview,
    by: 'by' in call ? call.by : undefined,
    evidence: call.evidence,
    voids: Object.fromEntries(
      call.decisions.flatMap(({ id, void: reason }) => (reason ? [[id, reason]] : [])),
    ),
    result: call.state === 'settled' ? call.result : undefined,
  },
})
