import * as z from 'zod'
import { Decider } from '@/lib/domain/call/decision'
import { Secret } from '@/lib/domain/policy/secret'
import { secretHandle } from '@/lib/domain/policy/secret-handle'
import { columnsOf, instant, optional } from '../connection/columns'
import { jsonText, type Tx } from '../connection/database'
import { GUARD, type Rows } from '../connection/rows'
import { listed, stored } from '../connection/stored'
import { Prisma } from '../generated/client'

const read = stored(
  columnsOf(Secret.omit({ handle: true, released: true })).extend({
    releasedBy: optional(Decider),
    releasedAt: optional(instant),
  }),
)

function toSecret(row: unknown): Secret | null {
  const parsed = read(row)
  if (!parsed) return null
  const { releasedBy: by, releasedAt: at, ...secret } = parsed
  return { ...secret, handle: secretHandle(secret.n), ...(by && at ? { released: { by, at } } : {}) }
}

/** A secret by its keyed hash, as it was found. */
type SecretKey = Pick<Secret, 'kind' | 'rule'> & { hash: string }

type Numbered = { n: number; isReleased: boolean }

const NumberRow = z.object({ hash: z.string(), n: z.int(), isReleased: z.boolean() })

/**
 * The numbers of secrets in a session, by hash; new ones get the next, in the order given. For these the session's row
 * is locked, so that no two get the same one. Of a session that is gone nothing is kept.
 */
export async function numberSecrets(
  tx: Tx,
  sessionId: string,
  secrets: SecretKey[],
): Promise<Map<string, Numbered>> {
  const numbered = await storedNumbers(tx, sessionId, secrets)
  const unknown = secrets.filter(({ hash }) => !numbered.has(hash))
  if (unknown.length === 0) return numbered
  const session = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM "Session" WHERE id = ${sessionId}::uuid FOR NO KEY UPDATE`
  for (const [hash, number] of await storedNumbers(tx, sessionId, unknown)) numbered.set(hash, number)
  const { _max: last } = await tx.secret.aggregate({ where: { sessionId }, _max: { n: true } })
  const added = unknown
    .filter(({ hash }) => !numbered.has(hash))
    .map(({ hash, kind, rule }, index) => ({ hash, kind, rule, n: (last.n ?? 0) + index + 1 }))
  for (const { hash, n } of added) numbered.set(hash, { n, isReleased: false })
  if (session.length > 0 && added.length > 0)
    await tx.secret.createMany({ data: added.map(secret => ({ ...secret, sessionId })) })
  return numbered
}

async function storedNumbers(
  tx: Tx,
  sessionId: string,
  secrets: SecretKey[],
): Promise<Map<string, Numbered>> {
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT hash, n, "releasedAt" IS NOT NULL AS "isReleased" FROM "Secret"
    WHERE "sessionId" = ${sessionId}::uuid AND hash = ANY(${secrets.map(({ hash }) => hash)}::text[])`
  return new Map(
    rows.map(row => {
      const { hash, ...number } = NumberRow.parse(row)
      return [hash, number]
    }),
  )
}

/** What was masked in a session, in order. */
export async function secretsOf(tx: Tx, sessionId: string): Promise<Secret[]> {
  const rows = await tx.secret.findMany({ where: { sessionId }, orderBy: { n: 'asc' } })
  return listed(toSecret, rows)
}

export async function findSecret(tx: Tx, sessionId: string, n: number): Promise<Secret | null> {
  const row = await tx.secret.findUnique({ where: { sessionId_n: { sessionId, n } } })
  return row && toSecret(row)
}

export function saveRelease(rows: Rows, sessionId: string, { n, released }: Secret): void {
  rows.add(Prisma.sql`
    UPDATE "Secret" s SET "releasedBy" = ${jsonText(released?.by)}::jsonb,
      "releasedAt" = ${released?.at ?? null}::timestamptz
    FROM ${GUARD} WHERE s."sessionId" = ${sessionId}::uuid AND s.n = ${n}`)
}
