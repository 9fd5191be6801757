-- An update is logged from the first column that changes to the last, and in no index if no column of an index changes.
-- So what changes often comes last, and which Run is worked on is in no index: few Runs are open.
DROP INDEX "Run_running";

-- The id of a session, in each row: short enough to stay there.
ALTER TABLE "Event" ALTER COLUMN "chain" SET STORAGE PLAIN;

ALTER TABLE "Run" DROP CONSTRAINT "Run_status", DROP CONSTRAINT "Run_ended",
  ADD COLUMN "status2" TEXT, ADD COLUMN "requests2" INTEGER, ADD COLUMN "usage2" JSONB, ADD COLUMN "activeMs2" INTEGER,
  ADD COLUMN "activeSince2" TIMESTAMPTZ(3), ADD COLUMN "openRequest2" JSONB, ADD COLUMN "callHistory2" JSONB;
UPDATE "Run" SET "status2" = "status", "requests2" = "requests", "usage2" = "usage", "activeMs2" = "activeMs",
  "activeSince2" = "activeSince", "openRequest2" = "openRequest", "callHistory2" = "callHistory";
ALTER TABLE "Run" DROP COLUMN "status", DROP COLUMN "requests", DROP COLUMN "usage", DROP COLUMN "activeMs",
  DROP COLUMN "activeSince", DROP COLUMN "openRequest", DROP COLUMN "callHistory";
ALTER TABLE "Run" RENAME COLUMN "status2" TO "status";
ALTER TABLE "Run" RENAME COLUMN "requests2" TO "requests";
ALTER TABLE "Run" RENAME COLUMN "usage2" TO "usage";
ALTER TABLE "Run" RENAME COLUMN "activeMs2" TO "activeMs";
ALTER TABLE "Run" RENAME COLUMN "activeSince2" TO "activeSince";
ALTER TABLE "Run" RENAME COLUMN "openRequest2" TO "openRequest";
ALTER TABLE "Run" RENAME COLUMN "callHistory2" TO "callHistory";
ALTER TABLE "Run" ALTER COLUMN "status" SET NOT NULL, ALTER COLUMN "usage" SET NOT NULL,
  ALTER COLUMN "requests" SET NOT NULL, ALTER COLUMN "requests" SET DEFAULT 0,
  ALTER COLUMN "activeMs" SET NOT NULL, ALTER COLUMN "activeMs" SET DEFAULT 0,
  ALTER COLUMN "callHistory" SET NOT NULL, ALTER COLUMN "callHistory" SET DEFAULT '[]',
  ADD CONSTRAINT "Run_status" CHECK (status IN ('queued', 'running', 'waiting', 'ended')),
  ADD CONSTRAINT "Run_ended" CHECK ((status = 'ended') = ("stopReason" IS NOT NULL AND "endedAt" IS NOT NULL));

ALTER TABLE "Call" DROP CONSTRAINT "Call_state",
  ADD COLUMN "state2" TEXT, ADD COLUMN "why2" TEXT, ADD COLUMN "since2" TIMESTAMPTZ(3),
  ADD COLUMN "effectiveTool2" TEXT, ADD COLUMN "effectiveText2" TEXT;
UPDATE "Call" SET "state2" = "state", "why2" = "why", "since2" = "since", "effectiveTool2" = "effectiveTool",
  "effectiveText2" = "effectiveText";
ALTER TABLE "Call" DROP COLUMN "state", DROP COLUMN "why", DROP COLUMN "since", DROP COLUMN "effectiveTool",
  DROP COLUMN "effectiveText";
ALTER TABLE "Call" RENAME COLUMN "state2" TO "state";
ALTER TABLE "Call" RENAME COLUMN "why2" TO "why";
ALTER TABLE "Call" RENAME COLUMN "since2" TO "since";
ALTER TABLE "Call" RENAME COLUMN "effectiveTool2" TO "effectiveTool";
ALTER TABLE "Call" RENAME COLUMN "effectiveText2" TO "effectiveText";
ALTER TABLE "Call" ALTER COLUMN "state" SET NOT NULL, ADD CONSTRAINT "Call_state" CHECK (
  (state = 'waiting' AND why IS NOT NULL AND since IS NOT NULL AND result IS NULL)
  OR (state IN ('approved', 'executing') AND "effectiveText" IS NOT NULL AND "by" IS NOT NULL AND result IS NULL)
  OR (state = 'settled' AND result IS NOT NULL AND "endedAt" IS NOT NULL));

ALTER TABLE "SessionHead"
  ADD COLUMN "version2" INTEGER, ADD COLUMN "leaseEpoch2" INTEGER, ADD COLUMN "leaseHolder2" BIGINT,
  ADD COLUMN "leaseUntil2" TIMESTAMPTZ(3), ADD COLUMN "progressAt2" TIMESTAMPTZ(3), ADD COLUMN "seq2" INTEGER,
  ADD COLUMN "head2" TEXT, ADD COLUMN "signature2" TEXT, ADD COLUMN "requests2" INTEGER;
UPDATE "SessionHead" SET "version2" = "version", "leaseEpoch2" = "leaseEpoch", "leaseHolder2" = "leaseHolder",
  "leaseUntil2" = "leaseUntil", "progressAt2" = "progressAt", "seq2" = "seq", "head2" = "head", "signature2" = "signature",
  "requests2" = "requests";
ALTER TABLE "SessionHead" DROP COLUMN "version", DROP COLUMN "leaseEpoch", DROP COLUMN "leaseHolder",
  DROP COLUMN "leaseUntil", DROP COLUMN "progressAt", DROP COLUMN "seq", DROP COLUMN "head", DROP COLUMN "signature",
  DROP COLUMN "requests";
ALTER TABLE "SessionHead" RENAME COLUMN "version2" TO "version";
ALTER TABLE "SessionHead" RENAME COLUMN "leaseEpoch2" TO "leaseEpoch";
ALTER TABLE "SessionHead" RENAME COLUMN "leaseHolder2" TO "leaseHolder";
ALTER TABLE "SessionHead" RENAME COLUMN "leaseUntil2" TO "leaseUntil";
ALTER TABLE "SessionHead" RENAME COLUMN "progressAt2" TO "progressAt";
ALTER TABLE "SessionHead" RENAME COLUMN "seq2" TO "seq";
ALTER TABLE "SessionHead" RENAME COLUMN "head2" TO "head";
ALTER TABLE "SessionHead" RENAME COLUMN "signature2" TO "signature";
ALTER TABLE "SessionHead" RENAME COLUMN "requests2" TO "requests";
ALTER TABLE "SessionHead" ALTER COLUMN "version" SET NOT NULL, ALTER COLUMN "version" SET DEFAULT 0,
  ALTER COLUMN "leaseEpoch" SET NOT NULL, ALTER COLUMN "leaseEpoch" SET DEFAULT 0,
  ALTER COLUMN "seq" SET NOT NULL, ALTER COLUMN "seq" SET DEFAULT 0,
  ALTER COLUMN "head" SET NOT NULL, ALTER COLUMN "head" SET DEFAULT '',
  ALTER COLUMN "signature" SET NOT NULL, ALTER COLUMN "signature" SET DEFAULT '',
  ALTER COLUMN "requests" SET NOT NULL, ALTER COLUMN "requests" SET DEFAULT 0;

-- What every commit adds is added only where the head of its session is there, which is what a deletion locks first. So
-- no row of these is looked up for each that is added, and a deletion removes them by name.
ALTER TABLE "Wake" DROP CONSTRAINT "Wake_sessionId_fkey";
ALTER TABLE "Request" DROP CONSTRAINT "Request_sessionId_fkey";
ALTER TABLE "Blob" DROP CONSTRAINT "Blob_sessionId_fkey";
ALTER TABLE "Content" DROP CONSTRAINT "Content_sessionId_fkey";
ALTER TABLE "Entry" DROP CONSTRAINT "Entry_sessionId_fkey";
ALTER TABLE "CallSet" DROP CONSTRAINT "CallSet_sessionId_fkey";
ALTER TABLE "Call" DROP CONSTRAINT "Call_setId_fkey", DROP CONSTRAINT "Call_sessionId_fkey";
ALTER TABLE "Decision" DROP CONSTRAINT "Decision_sessionId_fkey", DROP CONSTRAINT "Decision_callId_fkey";
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
      DELETE FROM "Decision" WHERE "sessionId" = session_id;
      DELETE FROM "Call" WHERE "sessionId" = session_id;
      DELETE FROM "CallSet" WHERE "sessionId" = session_id;
      DELETE FROM "Entry" WHERE "sessionId" = session_id;
      DELETE FROM "Request" WHERE "sessionId" = session_id;
      DELETE FROM "Blob" WHERE "sessionId" = session_id;
      DELETE FROM "Content" WHERE "sessionId" = session_id;
      DELETE FROM "Wake" WHERE "sessionId" = session_id;
      DELETE FROM "Session" WHERE id = session_id;
    END $$
  $create$, current_schema());
END $do$;
