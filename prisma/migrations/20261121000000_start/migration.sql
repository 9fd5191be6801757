-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateTable
CREATE TABLE "Installation" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "databaseId" TEXT NOT NULL,
    "workspace" TEXT NOT NULL,
    "seq" INTEGER NOT NULL DEFAULT 0,
    "head" TEXT NOT NULL DEFAULT '',
    "signature" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "Installation_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Session" (
    "id" UUID NOT NULL,
    "key" TEXT,
    "title" TEXT NOT NULL,
    "model" TEXT NOT NULL,
    "dialect" TEXT NOT NULL,
    "mode" TEXT NOT NULL,
    "modeExpiresAt" TIMESTAMPTZ(3),
    "thinking" TEXT NOT NULL,
    "limits" JSONB NOT NULL,
    "compaction" JSONB NOT NULL,
    "tools" JSONB NOT NULL,
    "workspace" TEXT NOT NULL,
    "persona" TEXT,
    "archived" BOOLEAN NOT NULL DEFAULT false,
    "parent" JSONB,
    "usage" JSONB NOT NULL,
    "runs" INTEGER NOT NULL DEFAULT 0,
    "requests" INTEGER NOT NULL DEFAULT 0,
    "seq" INTEGER NOT NULL DEFAULT 0,
    "head" TEXT NOT NULL DEFAULT '',
    "signature" TEXT NOT NULL DEFAULT '',
    "version" INTEGER NOT NULL DEFAULT 0,
    "leaseEpoch" INTEGER NOT NULL DEFAULT 0,
    "leaseHolder" BIGINT,
    "leaseUntil" TIMESTAMPTZ(3),
    "wakeAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Run" (
    "id" UUID NOT NULL,
    "sessionId" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "position" DOUBLE PRECISION NOT NULL,
    "status" TEXT NOT NULL,
    "stopReason" TEXT,
    "error" TEXT,
    "requests" INTEGER NOT NULL DEFAULT 0,
    "limits" JSONB NOT NULL,
    "overrides" JSONB NOT NULL,
    "usage" JSONB NOT NULL,
    "activeMs" INTEGER NOT NULL DEFAULT 0,
    "activeSince" TIMESTAMPTZ(3),
    "openRequest" JSONB,
    "retryAt" TIMESTAMPTZ(3),
    "lastFailure" TEXT,
    "answer" JSONB,
    "summarised" BOOLEAN NOT NULL DEFAULT false,
    "cutOffs" INTEGER NOT NULL DEFAULT 0,
    "stop" JSONB,
    "continuedFrom" UUID,
    "queuedAt" TIMESTAMPTZ(3) NOT NULL,
    "startedAt" TIMESTAMPTZ(3),
    "endedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Run_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Request" (
    "id" UUID NOT NULL,
    "sessionId" UUID NOT NULL,
    "runId" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "model" TEXT NOT NULL,
    "dialect" TEXT NOT NULL,
    "purpose" TEXT NOT NULL,
    "instructions" TEXT NOT NULL,
    "tools" TEXT NOT NULL,
    "base" INTEGER,
    "keep" INTEGER NOT NULL,
    "contextHash" TEXT NOT NULL,
    "append" TEXT[],
    "received" JSON NOT NULL,
    "finishReason" TEXT NOT NULL,
    "usage" JSONB NOT NULL,
    "attempts" INTEGER NOT NULL,
    "startedAt" TIMESTAMPTZ(3) NOT NULL,
    "firstTokenAt" TIMESTAMPTZ(3),
    "endedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Request_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Blob" (
    "sessionId" UUID NOT NULL,
    "hash" TEXT NOT NULL,
    "text" TEXT NOT NULL,

    CONSTRAINT "Blob_pkey" PRIMARY KEY ("sessionId","hash")
);

-- CreateTable
CREATE TABLE "Content" (
    "sessionId" UUID NOT NULL,
    "hash" TEXT NOT NULL,
    "bytes" BYTEA NOT NULL,

    CONSTRAINT "Content_pkey" PRIMARY KEY ("sessionId","hash")
);

-- CreateTable
CREATE TABLE "Definition" (
    "hash" TEXT NOT NULL,
    "text" TEXT NOT NULL,

    CONSTRAINT "Definition_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "Entry" (
    "id" UUID NOT NULL,
    "sessionId" UUID NOT NULL,
    "seq" INTEGER NOT NULL,
    "runId" UUID,
    "kind" TEXT NOT NULL,
    "text" TEXT,
    "reasoning" TEXT,
    "callId" UUID,
    "call" JSONB,
    "outcome" JSONB,
    "message" JSON,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Entry_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "CallSet" (
    "id" UUID NOT NULL,
    "sessionId" UUID NOT NULL,
    "origin" TEXT NOT NULL,
    "runId" UUID,
    "request" INTEGER,
    "size" INTEGER NOT NULL,
    "stop" JSONB,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "CallSet_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Call" (
    "id" UUID NOT NULL,
    "setId" UUID NOT NULL,
    "sessionId" UUID NOT NULL,
    "index" INTEGER NOT NULL,
    "providerCallId" TEXT NOT NULL,
    "tool" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "dialect" TEXT NOT NULL,
    "method" TEXT NOT NULL,
    "readOnly" BOOLEAN NOT NULL,
    "idempotent" BOOLEAN NOT NULL,
    "definitionHash" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "why" TEXT,
    "since" TIMESTAMPTZ(3),
    "risk" JSONB NOT NULL,
    "proposedTool" TEXT NOT NULL,
    "proposedText" TEXT NOT NULL,
    "rawText" TEXT,
    "reverts" UUID,
    "effectiveTool" TEXT,
    "effectiveText" TEXT,
    "preview" JSONB,
    "digest" TEXT NOT NULL,
    "by" JSONB,
    "epoch" INTEGER,
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "evidence" JSONB,
    "voids" JSONB NOT NULL DEFAULT '{}',
    "result" JSONB,
    "startsAt" TIMESTAMPTZ(3),
    "expiresAt" TIMESTAMPTZ(3),
    "startedAt" TIMESTAMPTZ(3),
    "endedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Call_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Decision" (
    "id" UUID NOT NULL,
    "sessionId" UUID NOT NULL,
    "callId" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "by" JSONB NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "digest" TEXT NOT NULL,
    "effectiveDigest" TEXT,
    "tool" TEXT,
    "argumentsText" TEXT,
    "reason" TEXT,
    "result" JSONB,

    CONSTRAINT "Decision_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Event" (
    "id" BIGSERIAL NOT NULL,
    "xid" BIGINT NOT NULL DEFAULT (pg_current_xact_id()::text)::bigint,
    "chain" TEXT NOT NULL,
    "seq" INTEGER NOT NULL,
    "type" TEXT NOT NULL,
    "subject" UUID,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "payload" TEXT NOT NULL,
    "hash" TEXT NOT NULL,

    CONSTRAINT "Event_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "QueueItem" (
    "id" UUID NOT NULL,
    "sessionId" UUID NOT NULL,
    "runId" UUID NOT NULL,
    "mode" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "QueueItem_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Rule" (
    "id" UUID NOT NULL,
    "effect" TEXT NOT NULL,
    "tool" TEXT NOT NULL,
    "reads" BOOLEAN NOT NULL DEFAULT false,
    "matchers" JSONB NOT NULL,
    "scope" TEXT NOT NULL,
    "sessionId" UUID,
    "expiresAt" TIMESTAMPTZ(3),
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "note" TEXT,
    "originCall" UUID,
    "uses" INTEGER NOT NULL DEFAULT 0,
    "lastUsedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Rule_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ModelSetting" (
    "id" TEXT NOT NULL,
    "contextWindow" INTEGER,
    "prices" JSONB,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ModelSetting_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "AuthSession" (
    "tokenHash" TEXT NOT NULL,
    "person" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "AuthSession_pkey" PRIMARY KEY ("tokenHash")
);

-- CreateTable
CREATE TABLE "IdempotencyKey" (
    "person" TEXT NOT NULL,
    "method" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "bodyHash" TEXT NOT NULL,
    "answer" JSONB NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "IdempotencyKey_pkey" PRIMARY KEY ("person","method","path","key")
);

-- CreateIndex
CREATE UNIQUE INDEX "Session_key_key" ON "Session"("key");

-- CreateIndex
CREATE INDEX "Session_archived_updatedAt_id_idx" ON "Session"("archived", "updatedAt" DESC, "id");

-- CreateIndex
CREATE INDEX "Session_wakeAt_idx" ON "Session"("wakeAt");

-- CreateIndex
CREATE INDEX "Session_leaseHolder_idx" ON "Session"("leaseHolder");

-- CreateIndex
CREATE INDEX "Run_sessionId_position_idx" ON "Run"("sessionId", "position");

-- CreateIndex
CREATE UNIQUE INDEX "Run_sessionId_number_key" ON "Run"("sessionId", "number");

-- CreateIndex
CREATE UNIQUE INDEX "Request_sessionId_number_key" ON "Request"("sessionId", "number");

-- CreateIndex
CREATE UNIQUE INDEX "Entry_sessionId_seq_key" ON "Entry"("sessionId", "seq");

-- CreateIndex
CREATE INDEX "CallSet_sessionId_createdAt_idx" ON "CallSet"("sessionId", "createdAt");

-- CreateIndex
CREATE INDEX "CallSet_runId_idx" ON "CallSet"("runId");

-- CreateIndex
CREATE INDEX "Call_sessionId_idx" ON "Call"("sessionId");

-- CreateIndex
CREATE INDEX "Call_state_since_idx" ON "Call"("state", "since");

-- CreateIndex
CREATE INDEX "Call_reverts_idx" ON "Call"("reverts");

-- CreateIndex
CREATE UNIQUE INDEX "Call_setId_index_key" ON "Call"("setId", "index");

-- CreateIndex
CREATE INDEX "Decision_callId_at_idx" ON "Decision"("callId", "at");

-- CreateIndex
CREATE INDEX "Decision_sessionId_at_idx" ON "Decision"("sessionId", "at");

-- CreateIndex
CREATE INDEX "Decision_kind_at_idx" ON "Decision"("kind", "at");

-- CreateIndex
CREATE INDEX "Event_xid_id_idx" ON "Event"("xid", "id");

-- CreateIndex
CREATE INDEX "Event_subject_seq_idx" ON "Event"("subject", "seq");

-- CreateIndex
CREATE UNIQUE INDEX "Event_chain_seq_key" ON "Event"("chain", "seq");

-- CreateIndex
CREATE INDEX "QueueItem_sessionId_createdAt_idx" ON "QueueItem"("sessionId", "createdAt");

-- CreateIndex
CREATE INDEX "Rule_sessionId_idx" ON "Rule"("sessionId");

-- CreateIndex
CREATE INDEX "IdempotencyKey_createdAt_idx" ON "IdempotencyKey"("createdAt");

-- AddForeignKey
ALTER TABLE "Run" ADD CONSTRAINT "Run_sessionId_fkey" FOREIGN KEY ("sessionId") REFERENCES "Session"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Request" ADD CONSTRAINT "Request_sessionId_fkey" FOREIGN KEY ("sessionId") REFERENCES "Session"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Blob" ADD CONSTRAINT "Blob_sessionId_fkey" FOREIGN KEY ("sessionId") REFERENCES "Session"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Content" ADD CONSTRAINT "Content_sessionId_fkey" FOREIGN KEY ("sessionId") REFERENCES "Session"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Entry" ADD CONSTRAINT "Entry_sessionId_fkey" FOREIGN KEY ("sessionId") REFERENCES "Session"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "CallSet" ADD CONSTRAINT "CallSet_sessionId_fkey" FOREIGN KEY ("sessionId") REFERENCES "Session"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Call" ADD CONSTRAINT "Call_setId_fkey" FOREIGN KEY ("setId") REFERENCES "CallSet"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Call" ADD CONSTRAINT "Call_sessionId_fkey" FOREIGN KEY ("sessionId") REFERENCES "Session"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Decision" ADD CONSTRAINT "Decision_sessionId_fkey" FOREIGN KEY ("sessionId") REFERENCES "Session"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Decision" ADD CONSTRAINT "Decision_callId_fkey" FOREIGN KEY ("callId") REFERENCES "Call"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "QueueItem" ADD CONSTRAINT "QueueItem_sessionId_fkey" FOREIGN KEY ("sessionId") REFERENCES "Session"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Rule" ADD CONSTRAINT "Rule_sessionId_fkey" FOREIGN KEY ("sessionId") REFERENCES "Session"("id") ON DELETE CASCADE ON UPDATE CASCADE;



-- One Run of a session is worked on at a time, whatever the program does.
CREATE UNIQUE INDEX "Run_one_active" ON "Run"("sessionId") WHERE status IN ('running', 'waiting');

-- The Calls that are not settled are few, however long a session is.
CREATE INDEX "Call_open" ON "Call"("sessionId") WHERE state <> 'settled';

-- States are known to the database too.
ALTER TABLE "Run" ADD CONSTRAINT "Run_status" CHECK (status IN ('queued', 'running', 'waiting', 'ended')),
  ADD CONSTRAINT "Run_ended" CHECK ((status = 'ended') = ("stopReason" IS NOT NULL AND "endedAt" IS NOT NULL));
ALTER TABLE "Call" ADD CONSTRAINT "Call_state" CHECK (
  (state = 'waiting' AND why IS NOT NULL AND since IS NOT NULL AND result IS NULL)
  OR (state IN ('approved', 'executing') AND "effectiveText" IS NOT NULL AND "by" IS NOT NULL AND result IS NULL)
  OR (state = 'settled' AND result IS NOT NULL AND "endedAt" IS NOT NULL));

-- What was recorded stays as it was recorded.
CREATE FUNCTION "refuse_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION '% is append-only', TG_TABLE_NAME; END $$;
-- The transaction of an Event may become 0, before all others, and nothing else may change with that: the id
-- means nothing in another cluster, where a dump may be restored. The hash does not cover it.
CREATE TRIGGER "append_only" BEFORE UPDATE ON "Event" FOR EACH ROW
  WHEN (NEW.xid <> 0 OR OLD.xid = 0 OR to_jsonb(NEW) - 'xid' IS DISTINCT FROM to_jsonb(OLD) - 'xid')
  EXECUTE FUNCTION "refuse_change"();
CREATE TRIGGER "append_only" BEFORE UPDATE ON "Entry" FOR EACH ROW EXECUTE FUNCTION "refuse_change"();
CREATE TRIGGER "append_only" BEFORE UPDATE ON "Decision" FOR EACH ROW EXECUTE FUNCTION "refuse_change"();
CREATE TRIGGER "append_only" BEFORE UPDATE ON "Request" FOR EACH ROW EXECUTE FUNCTION "refuse_change"();
CREATE TRIGGER "append_only" BEFORE UPDATE ON "Content" FOR EACH ROW EXECUTE FUNCTION "refuse_change"();

-- Of two transactions the one that got its id first may get the lock of a session last: its Events come after
-- those of the other, and must not sort before them among the Events of all sessions. So an Event never has an
-- earlier transaction than the one before it in its chain. A later one than its own does no harm: readers stop
-- below the oldest that is open, and then its own has ended too.
CREATE FUNCTION "keep_order"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.xid := GREATEST(NEW.xid, (SELECT xid FROM "Event" WHERE chain = NEW.chain AND seq = NEW.seq - 1));
  RETURN NEW;
END $$;
CREATE TRIGGER "keep_order" BEFORE INSERT ON "Event" FOR EACH ROW EXECUTE FUNCTION "keep_order"();

-- Words for searching: those of the beginning of a text, since a tsvector holds a megabyte at most. Signs part words,
-- so that a part of a path or of a name with dots is found too. Typographic ones are named, and the letters of all
-- scripts are made small, whatever the database's own locale knows of them.
DO $do$
DECLARE unicode text := (SELECT collname FROM pg_collation WHERE collname IN ('pg_unicode_fast', 'und-x-icu', 'C.utf8',
    'en_US.utf8', 'default') AND collencoding IN (-1, (SELECT encoding FROM pg_database WHERE datname = current_database()))
  ORDER BY array_position(ARRAY['pg_unicode_fast', 'und-x-icu', 'C.utf8', 'en_US.utf8', 'default'], collname::text) LIMIT 1);
BEGIN
  EXECUTE format($create$
    CREATE FUNCTION "search_words"(given text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
      SELECT to_tsvector('simple'::regconfig, lower(regexp_replace(left(given, 50000),
        '[!-/:-@\[-`{-~«»‹›„“”‚‘’–—…·•→←↑↓§°]+', ' ', 'g') COLLATE %I))
    $$ $create$, unicode);
END $do$;

-- What is shown of a Call and of a Decision where they are found.
CREATE FUNCTION "call_words"(tool text, preview jsonb, proposed text, effective text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT tool || ': ' || coalesce(preview->>'summary', '') || E'\n' || proposed
    || CASE WHEN effective <> proposed THEN E'\n' || effective ELSE '' END
$$;
CREATE FUNCTION "decision_words"(kind text, by jsonb, reason text, arguments text, result jsonb) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE kind WHEN 'approve' THEN 'Approved' WHEN 'edit' THEN 'Approved with changes'
      WHEN 'replace' THEN 'Approved as another call' WHEN 'deny' THEN 'Denied' WHEN 'answer' THEN 'Answered'
      WHEN 'retry' THEN 'Approved to run again' WHEN 'mark_done' THEN 'Marked as done' ELSE 'Skipped' END
    || ' by ' || (by->>'name') || coalesce(': ' || reason, '') || coalesce(E'\n' || arguments, '')
    || coalesce(E'\n' || (result #>> '{}'), '')
$$;

-- A Call is found while it waits and when it is settled: what is on its way is not indexed anew at each change.
CREATE INDEX "Entry_words" ON "Entry" USING gin ("search_words"(text)) WHERE kind <> 'result';
CREATE INDEX "Call_words" ON "Call"
  USING gin ("search_words"("call_words"("proposedTool", preview, "proposedText", "effectiveText")))
  WHERE state IN ('waiting', 'settled');
CREATE INDEX "Call_result_words" ON "Call" USING gin ("search_words"(result->>'text')) WHERE state = 'settled';
CREATE INDEX "Decision_words" ON "Decision"
  USING gin ("search_words"("decision_words"(kind, "by", reason, "argumentsText", result)));
CREATE INDEX "Session_words" ON "Session" USING gin ("search_words"(title));
-- The place of a Result in the transcript.
CREATE INDEX "Entry_of_call" ON "Entry"("callId") WHERE "callId" IS NOT NULL;
