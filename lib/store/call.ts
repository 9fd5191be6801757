import * as z from 'zod'
import { Call, CallSet, Evidence, type Invocation, Result, WaitingReason } from '@/lib/domain/call'
import { Decider, Void } from '@/lib/domain/decision'
import { isTooDeep } from '@/lib/domain/json-depth'
import { Preview } from '@/lib/domain/preview'
import { Risk } from '@/lib/domain/tool'
import { dateOrNull, instant, optional, orNull } from './columns'
import { json, jsonValue, type Tx } from './database'
import { DecisionRow, toDecision } from './decision'
import { definitionSchemas } from './definition'
import type { Prisma } from './generated/client'

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
  why: optional(WaitingReason),
  since: optional(instant),
  risk: Risk,
  proposedTool: z.string(),
  proposedText: z.string(),
  rawText: optional(z.string()),
  effectiveTool: optional(z.string()),
  effectiveText: optional(z.string()),
  preview: optional(Preview),
  digest: z.string(),
  by: optional(Decider),
  epoch: optional(z.int()),
  attempt: z.int(),
  evidence: optional(Evidence),
  voids: z.record(z.string(), Void),
  result: optional(Result),
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
    decisions: decisions.map(decision => toDecision(decision, voids[decision.id])),
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

const WITH_DECISIONS = {
  include: { decisions: { orderBy: [{ at: 'asc' }, { id: 'asc' }] } },
} satisfies Prisma.CallDefaultArgs

export async function findCall(tx: Tx, id: string): Promise<Call | null> {
  const row = await tx.call.findUnique({ where: { id }, ...WITH_DECISIONS })
  return row && ((await parseCalls(tx, [row]))[0] ?? null)
}

export async function callsOfSet(tx: Tx, setId: string): Promise<Call[]> {
  return parseCalls(
    tx,
    await tx.call.findMany({ where: { setId }, orderBy: { index: 'asc' }, ...WITH_DECISIONS }),
  )
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

/** Sets by id, with their Calls, in the order of the ids. */
export async function findSets(tx: Tx, ids: string[]): Promise<CallSet[]> {
  const rows = await tx.callSet.findMany({
    where: { id: { in: ids } },
    include: { calls: { orderBy: { index: 'asc' }, ...WITH_DECISIONS } },
  })
  const calls = await parseCalls(
    tx,
    rows.flatMap(row => row.calls),
  )
  const sets = new Map(
    rows.map(row => [
      row.id,
      CallSet.parse({ ...SetRow.parse(row), calls: calls.filter(c => c.setId === row.id) }),
    ]),
  )
  return ids.flatMap(id => sets.get(id) ?? [])
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

export async function insertSet(tx: Tx, set: CallSet): Promise<void> {
  const { calls, ...head } = set
  await tx.callSet.create({
    data: {
      ...head,
      runId: orNull(head.runId),
      request: orNull(head.request),
      createdAt: new Date(head.createdAt),
    },
    select: { id: true },
  })
  await tx.call.createMany({ data: calls.map(call => ({ ...bornColumns(call), ...changingColumns(call) })) })
}

export async function saveCall(tx: Tx, call: Call): Promise<void> {
  await tx.call.update({ where: { id: call.id }, data: changingColumns(call), select: { id: true } })
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
})

/** One column: why it waits, or why it waited before it was approved. */
function whyOf(call: Call): string | null {
  if (call.state === 'waiting') return call.why
  return call.state === 'approved' ? orNull(call.was) : null
}

const changingColumns = (call: Call) => ({
  tool: call.tool,
  source: call.source,
  readOnly: call.readOnly,
  idempotent: call.idempotent,
  definitionHash: call.definitionHash,
  state: call.state,
  why: whyOf(call),
  since: call.state === 'waiting' ? new Date(call.since) : null,
  risk: jsonValue(call.risk),
  effectiveTool: orNull(call.effective?.tool),
  effectiveText: orNull(call.effective?.argumentsText),
  preview: json(call.preview),
  digest: call.digest,
  by: json('by' in call ? call.by : undefined),
  epoch: call.state === 'executing' ? call.epoch : null,
  attempt: call.attempt,
  evidence: json(call.evidence),
  voids: jsonValue(
    Object.fromEntries(call.decisions.flatMap(({ id, void: reason }) => (reason ? [[id, reason]] : []))),
  ),
  result: json(call.state === 'settled' ? call.result : undefined),
  startsAt: dateOrNull(call.state === 'approved' ? call.startsAt : undefined),
  expiresAt: dateOrNull(call.expiresAt),
  startedAt: dateOrNull(call.startedAt),
  endedAt: dateOrNull(call.state === 'settled' ? call.endedAt : undefined),
})
