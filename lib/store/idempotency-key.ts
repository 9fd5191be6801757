import * as z from 'zod'
import { put } from './batch'
import { jsonText, type Tx } from './database'

/** One request that may be repeated: keys count per person, method and path. */
export type OnceKey = { person: string; method: string; path: string; key: string; bodyHash: string }

export type Claim = { kind: 'first' } | { kind: 'repeated'; answer: unknown } | { kind: 'conflict' }

/**
 * Takes the key for this transaction. A parallel twin waits here until the first has committed or rolled
 * back; only answers that were committed count.
 */
export async function claimKey(tx: Tx, once: OnceKey): Promise<Claim> {
  const { person, method, path, key } = once
  const taken = await tx.$executeRaw`
    INSERT INTO "IdempotencyKey" AS old (person, method, path, key, "bodyHash", answer, "createdAt")
    VALUES (${person}, ${method}, ${path}, ${key}, ${once.bodyHash}, 'null'::jsonb, now())
    ON CONFLICT (person, method, path, key) DO UPDATE
      SET "bodyHash" = excluded."bodyHash", answer = excluded.answer, "createdAt" = excluded."createdAt"
      WHERE old."createdAt" < now() - interval '24 hours'`
  if (taken === 1) return { kind: 'first' }
  const row = await tx.idempotencyKey.findUniqueOrThrow({
    where: { person_method_path_key: { person, method, path, key } },
  })
  if (row.bodyHash !== once.bodyHash) return { kind: 'conflict' }
  return { kind: 'repeated', answer: JSON.parse(z.string().parse(row.answer)) }
}

/** Keeps the answer as its JSON text: Postgres would refuse some of its characters, and order its keys anew. */
export async function keepAnswer(tx: Tx, once: OnceKey, answer: unknown): Promise<void> {
  const { person, method, path, key } = once
  const set = { answer: jsonText(JSON.stringify(answer)) }
  await put(tx, { update: 'IdempotencyKey', key: { person, method, path, key }, set })
}

/** Forgets keys older than a day. */
export async function forgetOldKeys(tx: Tx): Promise<void> {
  await tx.$executeRaw`DELETE FROM "IdempotencyKey" WHERE "createdAt" < now() - interval '24 hours'`
}
