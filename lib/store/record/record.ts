import { type Instant, toInstant } from '@/lib/domain/instant'
import type { Sql } from '../connection/sql'
import { INSTALLATION_CHAIN } from './event'

/** Links that are read at a time; a payload is digested where it lies, so that its length does not matter. */
const LINKS = 1_000
/** Sessions that are read at a time. */
const SESSIONS = 500

/** `tail`: the end of its payload. */
type StoredLink = {
  seq: number
  type: string
  at: Instant
  payloadHash: string
  hash: string
  tail: string
}

/** The links of a chain, in order and page by page, each with the digest of its payload and the last of its characters. */
export async function* digestedLinks(
  sql: Sql,
  chain: string,
  tailChars: number,
): AsyncGenerator<StoredLink[]> {
  let after = -(2 ** 31)
  for (;;) {
    const rows = await sql.$queryRaw<(Omit<StoredLink, 'at'> & { at: Date })[]>`
      SELECT seq, type, at, hash, 'sha256:' || encode(sha256(convert_to(payload, 'UTF8')), 'hex') AS "payloadHash",
        right(payload, ${tailChars}) AS tail
      FROM "Link" WHERE chain = ${chain} AND last > ${after} AND seq > ${after} ORDER BY last, place LIMIT ${LINKS}`
    yield rows.map(({ at, ...row }) => ({ ...row, at: toInstant(at) }))
    const last = rows.at(-1)
    if (!last || rows.length < LINKS) return
    after = last.seq
  }
}

export type StoredHead = { chain: string; seq: number; hash: string; signature: string }

/** The heads of all sessions, in the order in which they were made. */
export async function* sessionHeads(sql: Sql): AsyncGenerator<StoredHead> {
  let after = NO_ID
  for (;;) {
    const rows = await sql.$queryRaw<StoredHead[]>`
      SELECT "sessionId"::text AS chain, seq, head AS hash, signature FROM "SessionHead"
      WHERE "sessionId" > ${after}::uuid ORDER BY "sessionId" LIMIT ${SESSIONS}`
    yield* rows
    const last = rows.at(-1)
    if (!last || rows.length < SESSIONS) return
    after = last.chain
  }
}

const NO_ID = '00000000-0000-0000-0000-000000000000'

/** The head of a chain; null where there is no such chain. */
export async function storedHead(sql: Sql, chain: string): Promise<StoredHead | null> {
  const rows =
    chain === INSTALLATION_CHAIN
      ? await sql.$queryRaw<StoredHead[]>`
          SELECT ${chain} AS chain, seq, head AS hash, signature FROM "Installation" WHERE id = 1`
      : await sql.$queryRaw<StoredHead[]>`
          SELECT "sessionId"::text AS chain, seq, head AS hash, signature FROM "SessionHead"
          WHERE "sessionId" = ${chain}::uuid`
  return rows[0] ?? null
}

export async function saveSignature(sql: Sql, sessionId: string, signature: string): Promise<void> {
  await sql.$queryRaw`UPDATE "SessionHead" SET signature = ${signature} WHERE "sessionId" = ${sessionId}::uuid`
}

/** `seq`: of the last Event about a Call; null where none tells of it. There may be no row of it. */
type ToldCall = { callId: string; seq: number | null }

/** All Calls of a session that there are, or that Events tell of. */
export const toldCalls = (sql: Sql, sessionId: string): Promise<ToldCall[]> =>
  sql.$queryRaw`
    SELECT coalesce(c.id, t.id) AS "callId", t.seq
    FROM (SELECT subject::text AS id, max(seq) AS seq FROM "Link"
        WHERE chain = ${sessionId} AND type LIKE 'call.%' GROUP BY 1) t
      FULL JOIN (SELECT id::text FROM "Call" WHERE "sessionId" = ${sessionId}::uuid) c ON c.id = t.id
    ORDER BY t.seq NULLS FIRST`

/** A text, file or picture of the session that is kept by its hash and has another one, with the event that names it. */
export async function changedContent(
  sql: Sql,
  sessionId: string,
): Promise<{ hash: string; seq: number } | null> {
  const rows = await sql.$queryRaw<{ hash: string; seq: number }[]>`
    WITH changed AS (
      SELECT hash FROM "Content" WHERE "sessionId" = ${sessionId}::uuid
        AND hash <> 'sha256:' || encode(sha256(bytes), 'hex')
      UNION ALL SELECT hash FROM "Attachment" WHERE "sessionId" = ${sessionId}::uuid
        AND hash <> 'sha256:' || encode(sha256(bytes), 'hex')
      UNION ALL SELECT hash FROM "Blob" WHERE "sessionId" = ${sessionId}::uuid
        AND hash <> 'sha256:' || encode(sha256(convert_to(text, 'UTF8')), 'hex')
      LIMIT 1)
    SELECT hash, coalesce((SELECT min(seq) FROM "Link"
      WHERE chain = ${sessionId} AND strpos(payload, changed.hash) > 0), 0) AS seq FROM changed`
  return rows[0] ?? null
}

/**
 * A session that the installation's chain and the table do not agree on: made, never deleted and not there, or there
 * and never made.
 */
export async function unaccountedSession(sql: Sql): Promise<{ sessionId: string; isThere: boolean } | null> {
  const rows = await sql.$queryRaw<{ sessionId: string; isThere: boolean }[]>`
    WITH event AS (SELECT substring(payload FROM '"sessionId":"([^"]*)"') AS id, type FROM "Link"
        WHERE chain = ${INSTALLATION_CHAIN} AND type IN ('session.created', 'session.deleted')),
      expected AS (SELECT id FROM event WHERE type = 'session.created'
        EXCEPT SELECT id FROM event WHERE type = 'session.deleted')
    SELECT coalesce(s.id::text, e.id) AS "sessionId", s.id IS NOT NULL AS "isThere"
    FROM expected e FULL JOIN "Session" s ON s.id::text = e.id
    WHERE e.id IS NULL OR s.id IS NULL LIMIT 1`
  return rows[0] ?? null
}

/**
 * Whether this process works as a role that can only add to the record: one that owns no table and nothing that tables
 * are in, cannot make itself another role or reach the files of the cluster, and may neither change nor remove rows of
 * an append-only table, nor of one whose rows take those with them.
 */
export async function isRecordProtected(sql: Sql): Promise<boolean> {
  const rows = await sql.$queryRaw<{ protected: boolean }[]>`
    WITH RECURSIVE
      own AS (SELECT oid, relowner FROM pg_class
        WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p')),
      recorded AS (SELECT tgrelid AS oid FROM pg_trigger WHERE tgname = 'append_only'),
      removing AS (SELECT oid FROM recorded
        UNION SELECT c.confrelid FROM pg_constraint c JOIN removing r ON c.conrelid = r.oid
          WHERE c.contype = 'f' AND c.confdeltype = 'c')
    SELECT NOT EXISTS (SELECT 1 FROM own WHERE pg_has_role(relowner, 'MEMBER'))
      AND NOT EXISTS (SELECT 1 FROM pg_namespace
        WHERE oid = current_schema()::regnamespace AND pg_has_role(nspowner, 'MEMBER'))
      AND NOT EXISTS (SELECT 1 FROM pg_database
        WHERE datname = current_database() AND pg_has_role(datdba, 'MEMBER'))
      AND NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = current_user AND rolcreaterole)
      AND NOT EXISTS (SELECT 1 FROM pg_roles
        WHERE rolname IN ('pg_write_server_files', 'pg_execute_server_program') AND pg_has_role(oid, 'MEMBER'))
      AND NOT EXISTS (SELECT 1 FROM recorded WHERE has_any_column_privilege(oid, 'UPDATE'))
      AND NOT EXISTS (SELECT 1 FROM removing WHERE has_table_privilege(oid, 'DELETE, TRUNCATE')) AS protected`
  return rows[0]?.protected === true
}
