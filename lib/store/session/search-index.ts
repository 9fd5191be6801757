import type { Sql } from '../connection/sql'

/** Rows of the log that are read at a time. */
const ROWS = 200

/**
 * Makes what the log of Events tells of findable, from where it was left: before somebody looks for something, and now
 * and then. A commit does not wait for it.
 */
export async function indexSearchItems(sql: Sql): Promise<void> {
  while (await indexNext(sql)) {}
}

/**
 * One step, in one statement; true where there may be more. Rows whose transaction an older one can still come before
 * are read too, but not left behind: they are read again, to the same effect.
 */
async function indexNext(sql: Sql): Promise<boolean> {
  const rows = await sql.$queryRaw<{ read: number; settled: number }[]>`
    WITH place AS MATERIALIZED (SELECT xid, event FROM "SearchPlace" WHERE id = 1 FOR UPDATE),
    page AS MATERIALIZED (SELECT e.xid, e.id, e.xid < (pg_snapshot_xmin(pg_current_snapshot())::text)::bigint AS settled
      FROM place p, "Event" e WHERE (e.xid, e.id) > (p.xid, p.event) ORDER BY e.xid, e.id LIMIT ${ROWS}),
    told AS MATERIALIZED (SELECT l.chain::uuid AS session, l.seq, l.type, l.subject, l.at
      FROM page JOIN "Link" l ON l.xid = page.xid AND l.id = page.id WHERE l.chain <> 'installation'),
    first AS (SELECT session, subject, type, min(seq) AS seq, max(at) AS at FROM told
      WHERE type IN ('message.added', 'call.proposed', 'call.waiting', 'call.decided', 'call.ended') GROUP BY 1, 2, 3),
    found (session, kind, id, call, seq, at, rank, text) AS (
      SELECT f.session, 'message', e.id, NULL::uuid, e.seq, e.at, CASE e.kind WHEN 'summary' THEN 0 ELSE 1 END, e.text
        FROM first f JOIN "Entry" e ON e.id = f.subject WHERE f.type = 'message.added' AND e.kind <> 'result'
      UNION ALL SELECT c."sessionId", 'call', c.id, c.id, f.seq, s."createdAt", 1,
        "call_words"(c."proposedTool", c.preview, c."proposedText", c."effectiveText")
        FROM (SELECT subject, min(seq) AS seq FROM first WHERE type LIKE 'call.%' GROUP BY 1) f
        JOIN "Call" c ON c.id = f.subject JOIN "CallSet" s ON s.id = c."setId"
      UNION ALL SELECT c."sessionId", 'result', c.id, c.id, f.seq, c."endedAt", 1, c.result->>'text'
        FROM first f JOIN "Call" c ON c.id = f.subject WHERE f.type = 'call.ended' AND c."endedAt" IS NOT NULL
      UNION ALL SELECT d."sessionId", 'decision', d.id, d."callId", f.seq, d.at, 1,
        "decision_words"(d.kind, d."by", d.reason, d."argumentsText", d.result)
        FROM told f JOIN "Decision" d ON d."callId" = f.subject AND d.at <= f.at
        WHERE f.type = 'call.decided' AND NOT EXISTS (SELECT 1 FROM told o
          WHERE o.subject = f.subject AND o.type = f.type AND o.seq < f.seq AND o.at >= d.at)
      UNION ALL SELECT s.id, 'session', s.id, NULL, 1, s."createdAt", 1, s.title FROM "Session" s
        WHERE s.id IN (SELECT session FROM told WHERE type = 'session.changed')),
    kept AS (INSERT INTO "SearchItem" AS i ("sessionId", kind, id, "callId", seq, at, rank, text)
      SELECT f.session, f.kind, f.id, f.call, f.seq, f.at, f.rank, left(coalesce(f.text, ''), 50000) FROM found f
        WHERE EXISTS (SELECT 1 FROM "Session" s WHERE s.id = f.session)
      ON CONFLICT ("sessionId", kind, id) DO UPDATE SET text = excluded.text WHERE i.text <> excluded.text),
    moved AS (UPDATE "SearchPlace" p SET xid = l.xid, event = l.id
      FROM (SELECT xid, id FROM page WHERE settled ORDER BY xid DESC, id DESC LIMIT 1) l WHERE p.id = 1)
    SELECT count(*)::int AS read, count(*) FILTER (WHERE settled)::int AS settled FROM page`
  const { read = 0, settled = 0 } = rows[0] ?? {}
  return read === ROWS && settled > 0
}
