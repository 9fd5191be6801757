-- What every commit of a session moves lies in a row of its own with no index but its key, so that Postgres updates it
-- in place; when something is due lies in a row that is there only then.
CREATE TABLE "SessionHead" (
  "sessionId" UUID NOT NULL,
  "version" INTEGER NOT NULL DEFAULT 0,
  "leaseEpoch" INTEGER NOT NULL DEFAULT 0,
  "leaseHolder" BIGINT,
  "leaseUntil" TIMESTAMPTZ(3),
  "seq" INTEGER NOT NULL DEFAULT 0,
  "head" TEXT NOT NULL DEFAULT '',
  "signature" TEXT NOT NULL DEFAULT '',
  "runs" INTEGER NOT NULL DEFAULT 0,
  "requests" INTEGER NOT NULL DEFAULT 0,
  "usage" JSONB NOT NULL,
  "meter" JSONB,
  "oriented" BOOLEAN NOT NULL DEFAULT false,
  CONSTRAINT "SessionHead_pkey" PRIMARY KEY ("sessionId")
) WITH (fillfactor = 50);
INSERT INTO "SessionHead" ("sessionId", "version", "leaseEpoch", "leaseHolder", "leaseUntil", "seq", "head", "signature",
    "runs", "requests", "usage", "meter", "oriented")
  SELECT "id", "version", "leaseEpoch", "leaseHolder", "leaseUntil", "seq", "head", "signature", "runs", "requests",
    "usage", "meter", "oriented" FROM "Session";
ALTER TABLE "SessionHead" ADD CONSTRAINT "SessionHead_sessionId_fkey" FOREIGN KEY ("sessionId")
  REFERENCES "Session"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TABLE "Wake" (
  "sessionId" UUID NOT NULL,
  "at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "Wake_pkey" PRIMARY KEY ("sessionId")
);
INSERT INTO "Wake" ("sessionId", "at") SELECT "id", "wakeAt" FROM "Session" WHERE "wakeAt" IS NOT NULL;
CREATE INDEX "Wake_at_idx" ON "Wake"("at");
ALTER TABLE "Wake" ADD CONSTRAINT "Wake_sessionId_fkey" FOREIGN KEY ("sessionId")
  REFERENCES "Session"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "Session" DROP COLUMN "version", DROP COLUMN "leaseEpoch", DROP COLUMN "leaseHolder",
  DROP COLUMN "leaseUntil", DROP COLUMN "wakeAt", DROP COLUMN "seq", DROP COLUMN "head", DROP COLUMN "signature",
  DROP COLUMN "runs", DROP COLUMN "requests", DROP COLUMN "usage", DROP COLUMN "meter", DROP COLUMN "oriented";

-- Rules may be changed by somebody who does not write the session: who does looks at this too.
ALTER TABLE "Installation" ADD COLUMN "policyVersion" INTEGER NOT NULL DEFAULT 0;

-- What is open is known by having no end: that changes once, and what changes more often is in no index.
DROP INDEX "Run_one_active";
CREATE UNIQUE INDEX "Run_one_active" ON "Run"("sessionId") WHERE "startedAt" IS NOT NULL AND "endedAt" IS NULL;
DROP INDEX "Run_sessionId_position_idx";
CREATE INDEX "Run_open" ON "Run"("sessionId", "position") WHERE "endedAt" IS NULL;
ALTER TABLE "Run" SET (fillfactor = 70);
DROP INDEX "Call_open";
DROP INDEX "Call_state_since_idx";
CREATE INDEX "Call_open" ON "Call"("sessionId") WHERE "endedAt" IS NULL;
DROP INDEX "Call_reverts_idx";
CREATE INDEX "Call_reverts_idx" ON "Call"("reverts") WHERE "reverts" IS NOT NULL;
ALTER TABLE "Call" SET (fillfactor = 70);

-- A row holds the Events of a commit, each with its own number (`seq` is that of the last), text and hash. Rows of before
-- hold one, in the columns that have a single value, and stay as they are. Long rows are compressed where they lie.
ALTER TABLE "Event" ALTER COLUMN "type" DROP NOT NULL, ALTER COLUMN "payload" DROP NOT NULL,
  ALTER COLUMN "hash" DROP NOT NULL, ADD COLUMN "types" TEXT[], ADD COLUMN "subjects" UUID[],
  ADD COLUMN "payloads" TEXT[], ADD COLUMN "hashes" TEXT[],
  ADD CONSTRAINT "Event_one_or_many" CHECK (
    ("type" IS NULL AND "payload" IS NULL AND "hash" IS NULL AND "subject" IS NULL AND cardinality("types") > 0
      AND cardinality("types") = cardinality("subjects") AND cardinality("types") = cardinality("payloads")
      AND cardinality("types") = cardinality("hashes"))
    OR ("type" IS NOT NULL AND "payload" IS NOT NULL AND "hash" IS NOT NULL AND "types" IS NULL
      AND "subjects" IS NULL AND "payloads" IS NULL AND "hashes" IS NULL)),
  ALTER COLUMN "types" SET STORAGE MAIN, ALTER COLUMN "subjects" SET STORAGE MAIN,
  ALTER COLUMN "payloads" SET STORAGE MAIN, ALTER COLUMN "hashes" SET STORAGE MAIN;
ALTER TABLE "Event" SET (toast_tuple_target = 512);
ALTER TABLE "Event" DROP CONSTRAINT "Event_pkey";
ALTER TABLE "Event" ADD CONSTRAINT "Event_pkey" PRIMARY KEY USING INDEX "Event_chain_seq_key";
DROP INDEX "Event_subject_seq_idx";
CREATE INDEX "Event_subject_seq_idx" ON "Event"("subject", "seq") WHERE "subject" IS NOT NULL;

-- A writer that waited for another finds the version moved and writes nothing, so that transaction ids order a session's
-- Events by themselves.
DROP TRIGGER "keep_order" ON "Event";
DROP FUNCTION "keep_order"();

-- Every Event as a row of its own, whatever the row that it lies in. `last` is the number of the last in that row, `place`
-- where in it this one lies, `whole` whether it tells all of its subject, or only what had changed.
CREATE VIEW "Link" AS
  SELECT e."xid", e."id", p."place"::int AS "place", e."chain", e."seq" AS "last",
    (e."seq" - coalesce(cardinality(e."types"), 1) + p."place")::int AS "seq", p."type", p."subject", e."at", p."payload",
    p."hash", e."types" IS NOT NULL AS "whole"
  FROM "Event" e CROSS JOIN LATERAL unnest(coalesce(e."types", ARRAY[e."type"]), coalesce(e."subjects", ARRAY[e."subject"]),
    coalesce(e."payloads", ARRAY[e."payload"]), coalesce(e."hashes", ARRAY[e."hash"]))
    WITH ORDINALITY AS p("type", "subject", "payload", "hash", "place");

-- What can be found is taken from the log of Events, outside the commits: `SearchPlace` says up to which row. `seq` is that
-- of the Event that told of it; what is said once more in a summary has a lower rank.
CREATE TABLE "SearchItem" (
  "sessionId" UUID NOT NULL,
  "kind" TEXT NOT NULL,
  "id" UUID NOT NULL,
  "callId" UUID,
  "seq" INTEGER NOT NULL,
  "at" TIMESTAMPTZ(3) NOT NULL,
  "rank" INTEGER NOT NULL,
  "text" TEXT NOT NULL,
  CONSTRAINT "SearchItem_pkey" PRIMARY KEY ("sessionId", "kind", "id")
);
CREATE TABLE "SearchPlace" (
  "id" INTEGER NOT NULL DEFAULT 1,
  "xid" BIGINT NOT NULL,
  "event" BIGINT NOT NULL,
  CONSTRAINT "SearchPlace_pkey" PRIMARY KEY ("id")
);
INSERT INTO "SearchPlace" ("xid", "event")
  SELECT coalesce(max("xid"), 0), coalesce(max("id"), 0) FROM "Event" WHERE "xid" = (SELECT max("xid") FROM "Event");
INSERT INTO "SearchItem" ("sessionId", "kind", "id", "callId", "seq", "at", "rank", "text")
  SELECT x."sessionId", 'message', x."id", NULL::uuid, x."seq", x."at", CASE x."kind" WHEN 'summary' THEN 0 ELSE 1 END,
    left(x."text", 50000) FROM "Entry" x WHERE x."kind" <> 'result'
  UNION ALL
  SELECT x."sessionId", 'call', x."id", x."id",
    coalesce((SELECT min(e."seq") FROM "Event" e WHERE e."subject" = x."id" AND e."type" = 'call.proposed'), 1),
    s."createdAt", 1,
    left("call_words"(x."proposedTool", x."preview", x."proposedText", x."effectiveText"), 50000)
    FROM "Call" x JOIN "CallSet" s ON s."id" = x."setId"
  UNION ALL
  SELECT x."sessionId", 'result', x."id", x."id",
    coalesce((SELECT min(e."seq") FROM "Event" e WHERE e."subject" = x."id" AND e."type" = 'call.ended'), 1),
    x."endedAt", 1, left(coalesce(x."result"->>'text', ''), 50000) FROM "Call" x WHERE x."endedAt" IS NOT NULL
  UNION ALL
  SELECT x."sessionId", 'decision', x."id", x."callId",
    coalesce((SELECT min(e."seq") FROM "Event" e WHERE e."subject" = x."callId" AND e."type" = 'call.decided'
      AND e."at" >= x."at"), 1), x."at", 1,
    left("decision_words"(x."kind", x."by", x."reason", x."argumentsText", x."result"), 50000) FROM "Decision" x
  UNION ALL
  SELECT x."id", 'session', x."id", NULL::uuid, 1, x."createdAt", 1, x."title" FROM "Session" x;
CREATE INDEX "SearchItem_words" ON "SearchItem" USING gin ("search_words"("text"));
ALTER TABLE "SearchItem" ADD CONSTRAINT "SearchItem_sessionId_fkey" FOREIGN KEY ("sessionId")
  REFERENCES "Session"("id") ON DELETE CASCADE ON UPDATE CASCADE;
DROP INDEX "Entry_words";
DROP INDEX "Call_words";
DROP INDEX "Call_result_words";
DROP INDEX "Decision_words";
DROP INDEX "Session_words";

DO $do$ BEGIN
  EXECUTE format($create$
    CREATE OR REPLACE FUNCTION "delete_session"(session_id uuid, link_at timestamptz, link_hash text, head_signature text)
      RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, %1$I, pg_temp AS $$
    DECLARE
      deleted record;
      chain_end record;
      fact text;
      hash_now text;
    BEGIN
      PERFORM FROM "Session" s WHERE s.id = session_id FOR UPDATE;
      SELECT h.seq, h.head INTO STRICT deleted FROM "SessionHead" h WHERE h."sessionId" = session_id FOR UPDATE;
      SELECT i.seq, i.head INTO STRICT chain_end FROM "Installation" i WHERE i.id = 1 FOR UPDATE;
      fact := '{"sessionId":"' || session_id || '","seq":' || deleted.seq || ',"head":' || to_json(deleted.head) || '}';
      hash_now := 'sha256:' || encode(sha256(convert_to(concat_ws(E'\n', chain_end.head, 'installation', chain_end.seq + 1,
        'session.deleted', to_char(link_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'sha256:' || encode(sha256(convert_to(fact, 'UTF8')), 'hex')), 'UTF8')), 'hex');
      IF link_hash IS DISTINCT FROM hash_now THEN
        RAISE EXCEPTION 'The deletion of a session is recorded as it is, or it is not deleted.';
      END IF;
      INSERT INTO "Event" (chain, seq, at, types, subjects, payloads, hashes) VALUES ('installation', chain_end.seq + 1,
        link_at, ARRAY['session.deleted'], ARRAY[NULL]::uuid[], ARRAY[fact], ARRAY[hash_now]);
      UPDATE "Installation" SET seq = chain_end.seq + 1, head = hash_now, signature = head_signature WHERE id = 1;
      DELETE FROM "Event" WHERE chain = session_id::text;
      DELETE FROM "Session" WHERE id = session_id;
    END $$
  $create$, current_schema());

  EXECUTE format($create$
    -- Also forgets up to where words were made: they are made once more, to the same effect.
    CREATE OR REPLACE FUNCTION "order_restored"() RETURNS void
      LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, %1$I, pg_temp AS $$
      UPDATE "SearchPlace" SET xid = 0, event = 0 WHERE
        (SELECT max(xid) >= (pg_snapshot_xmax(pg_current_snapshot())::text)::bigint FROM "Event");
      UPDATE "Event" SET xid = 0 WHERE xid <> 0 AND
        (SELECT max(xid) >= (pg_snapshot_xmax(pg_current_snapshot())::text)::bigint FROM "Event")
    $$
  $create$, current_schema());
END $do$;
