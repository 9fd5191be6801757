import * as z from 'zod'
import type { Person } from '@/lib/domain/contract/person'
import type { Instant } from '@/lib/domain/instant'
import { writeJson } from '@/lib/domain/write-json'
import type { Tx } from '../connection/database'
import type { Rows } from '../connection/rows'
import type { Sql } from '../connection/sql'
import { Prisma } from '../generated/client'

/** One request that may be repeated: keys count per person, method and path. */
export type OnceKey = RequestKey & { bodyHash: string }
export type RequestKey = { person: string; method: string; path: string; key: string }

/** Who asks for something, and by which key they may ask again. */
export type By = { person: Person; once?: OnceKey | undefined }

export type Claim = { kind: 'first' } | { kind: 'repeated'; answer: unknown } | { kind: 'conflict' }

/**
 * Takes the key for this transaction. A parallel twin waits here until the first has committed or rolled
 * back; only answers that were committed count.
 */
export async function claimKey(tx: Tx, once: OnceKey): Promise<Claim> {
  const { person, method, path, key } = once
  const count = await tx.$executeRaw`
    INSERT INTO "IdempotencyKey" AS old (person, method, path, key, "bodyHash", answer, "createdAt")
    VALUES (${person}, ${method}, ${path}, ${key}, ${once.bodyHash}, '', now())
    ON CONFLICT (person, method, path, key) DO UPDATE
      SET "bodyHash" = excluded."bodyHash", answer = excluded.answer, "createdAt" = excluded."createdAt"
      WHERE old."createdAt" < now() - interval '24 hours'`
  if (count === 1) return { kind: 'first' }
  return findClaim(tx, once)
}

type Named = Record<'person' | 'method' | 'path' | 'key', string | Prisma.Sql>

/** The answer that was kept for a key, or NULL, as one JSON value. */
export const answeredOf = ({ person, method, path, key }: Named): Prisma.Sql => Prisma.sql`
  (SELECT json_build_object('bodyHash', k."bodyHash", 'answer', k.answer) FROM "IdempotencyKey" k
    WHERE k.person = ${person} AND k.method = ${method} AND k.path = ${path} AND k.key = ${key}
      AND k."createdAt" >= now() - interval '24 hours')`

const Answered = z.object({ bodyHash: z.string(), answer: z.string() }).nullish()

/** What an answer that was found, or was not, means for a request with this body. */
export function claimOf(row: unknown, { bodyHash }: OnceKey): Claim {
  const answered = Answered.parse(row)
  if (!answered) return { kind: 'first' }
  return answered.bodyHash === bodyHash
    ? { kind: 'repeated', answer: JSON.parse(answered.answer) }
    : { kind: 'conflict' }
}

/** What asking with this key again would be, without taking it. */
export async function findClaim(sql: Sql, once: OnceKey): Promise<Claim> {
  const [row] = await sql.$queryRaw<{ answered: unknown }[]>`SELECT ${answeredOf(once)} AS answered`
  return claimOf(row?.answered, once)
}

/**
 * Keeps the first answer, in the place of one that is too old to count. It is kept as its JSON text: Postgres would
 * refuse some of its characters, and order its keys anew.
 */
export async function putAnswer(
  rows: Rows,
  once: OnceKey,
  { answer, now }: { answer: unknown; now: Instant },
): Promise<void> {
  const row = { ...once, answer: await writeJson(answer), createdAt: now }
  rows.insert('IdempotencyKey', [row], { replace: ['person', 'method', 'path', 'key'] })
}

export async function keepAnswer(tx: Tx, once: OnceKey, answer: unknown): Promise<void> {
  const { bodyHash: _, ...id } = once
  await tx.idempotencyKey.update({
    where: { person_method_path_key: id },
    data: { answer: await writeJson(answer) },
  })
}

/** Forgets keys older than a day. */
export async function forgetOldKeys(tx: Tx): Promise<void> {
  await tx.$executeRaw`DELETE FROM "IdempotencyKey" WHERE "createdAt" < now() - interval '24 hours'`
}
