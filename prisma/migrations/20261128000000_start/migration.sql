-- Tables as prisma/schema.prisma has them, and around them what Prisma has no words for.

-- Words as lib/text/search-terms.ts has them: without accents and in one form and case; of what is written without
-- spaces each character with the next one; of names with capitals or digits inside, also the rest from each part on.
-- One form of a text can be many times as long as the text, and its words must fit into a tsvector of 1 MB: each of
-- 40,000 characters stands in at most six of them, with at most four bytes.
DO $do$
DECLARE
  unicode text := (SELECT collname FROM pg_collation WHERE collname IN ('pg_unicode_fast', 'und-x-icu', 'C.utf8',
      'en_US.utf8', 'default') AND collencoding IN (-1, (SELECT encoding FROM pg_database WHERE datname = current_database()))
    ORDER BY array_position(ARRAY['pg_unicode_fast', 'und-x-icu', 'C.utf8', 'en_US.utf8', 'default'], collname::text) LIMIT 1);
  unspaced text := '\u0E00-\u0EFF\u1000-\u11FF\u1780-\u17FF\u3005-\u3007\u3031-\u30FA\u30FC-\u30FF\u3400-\u9FFF\uA960-\uA97F\uAC00-\uD7FF\U00020000-\U0003FFFF';
  signs text := '\u0001-/:-@\[-`{-\u00A9\u00AB-\u00B1\u00B4\u00B6-\u00B8\u00BB\u00BF\u00D7\u00F7\u05BE\u05C0\u05C3\u060C\u061B\u061F\u0964\u0965\u2000-\u200B\u200E-\u206F\u20A0-\u20CF\u2190-\u245F\u2500-\u2BFF\u2E00-\u2E7F\u3000-\u3004\u3008-\u3020\u3030\u30FB\uFE10-\uFE1F\uFE30-\uFE6F\uFFFC\uFFFD\U0001F000-\U0001FAFF';
  marks text := '\u0300-\u036F\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u0610-\u061A\u0640\u064B-\u065F\u0670\u200C\u200D';
BEGIN
  EXECUTE format($create$
    CREATE FUNCTION "search_words"(given text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
      WITH piece AS (
        SELECT m[1] AS text, lead(m[1]) OVER (ORDER BY n) AS next, n FROM regexp_matches(left(normalize(regexp_replace(
          normalize(left(given, 50000), NFKD), '[%2$s]+', '', 'g'), NFKC), 40000), '[%3$s]|[^%4$s%3$s]+|[%4$s]+', 'g')
          WITH ORDINALITY r(m, n)),
      word AS (
        SELECT row_number() OVER (ORDER BY n) AS at,
          CASE WHEN text ~ '^[%3$s]' THEN text || CASE WHEN next ~ '^[%3$s]' THEN next ELSE '' END ELSE left(text, 100) END
          AS text FROM piece WHERE text !~ '^[%4$s]'),
      token AS (
        SELECT at, text FROM word
        UNION ALL
        SELECT w.at, array_to_string(p.parts[part:], '') FROM word w,
          regexp_split_to_array(w.text, '(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|(?<=[0-9])(?![0-9])|(?<![0-9])(?=[0-9])') p(parts),
          generate_series(2, cardinality(p.parts)) part
        WHERE w.text ~ '[A-Z0-9]' AND cardinality(p.parts) <= 6)
      SELECT coalesce(string_agg('''' || translate(lower(text COLLATE %1$I), 'ς', 'σ') || ''':' || least(at, 16383), ' '), '')::tsvector
      FROM token
    $$ $create$, unicode, marks, unspaced, signs);
  -- The same form of a whole text, for titles, which are found by any part of them.
  EXECUTE format($create$
    CREATE FUNCTION "search_form"(given text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
      SELECT translate(lower(normalize(regexp_replace(normalize(given, NFKD), '[%2$s]+', '', 'g'), NFKC) COLLATE %1$I), 'ς', 'σ')
    $$ $create$, unicode, marks);
END $do$;

-- Stored, since whoever looks for words beside each other looks at them again. By the price of the function the planner
-- knows what it costs to look at the words of every row, which lie outside of the table.
CREATE FUNCTION "kept_words"(words tsvector) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE COST 1000 AS
  'BEGIN RETURN words; END';

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

-- Tags as words, so that a memory is found and recalled by them too.
CREATE FUNCTION "tag_words"(tags text[]) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT array_to_string(tags, ' ')
$$;

CREATE TABLE "Installation" (
  "id" INTEGER NOT NULL DEFAULT 1,
  "databaseId" TEXT NOT NULL,
  "workspace" TEXT NOT NULL,
  "workspaceFolder" TEXT,
  "seq" INTEGER NOT NULL DEFAULT 0,
  "head" TEXT NOT NULL DEFAULT '',
  "signature" TEXT NOT NULL DEFAULT '',
  "policyVersion" INTEGER NOT NULL DEFAULT 0,
  CONSTRAINT "Installation_pkey" PRIMARY KEY ("id")
);

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
  "memory" JSONB NOT NULL DEFAULT '{"recall": true}',
  "blocks" TEXT NOT NULL DEFAULT 'off',
  "archived" BOOLEAN NOT NULL DEFAULT false,
  "parent" JSONB,
  "createdAt" TIMESTAMPTZ(3) NOT NULL,
  "updatedAt" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "Session_pkey" PRIMARY KEY ("id")
);

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
);

CREATE TABLE "Wake" (
  "sessionId" UUID NOT NULL,
  "at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "Wake_pkey" PRIMARY KEY ("sessionId")
);

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
  "briefing" JSONB,
  "summarised" BOOLEAN NOT NULL DEFAULT false,
  "cutOffs" INTEGER NOT NULL DEFAULT 0,
  "malformed" INTEGER NOT NULL DEFAULT 0,
  "deeds" JSONB NOT NULL DEFAULT '[]',
  "overflows" INTEGER NOT NULL DEFAULT 0,
  "compact" TEXT,
  "stop" JSONB,
  "continuedFrom" UUID,
  "queuedAt" TIMESTAMPTZ(3) NOT NULL,
  "startedAt" TIMESTAMPTZ(3),
  "endedAt" TIMESTAMPTZ(3),
  CONSTRAINT "Run_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "Request" (
  "id" UUID NOT NULL,
  "sessionId" UUID NOT NULL,
  "runId" UUID NOT NULL,
  "number" INTEGER NOT NULL,
  "model" TEXT NOT NULL,
  "dialect" TEXT NOT NULL,
  "purpose" TEXT NOT NULL,
  "instructions" TEXT NOT NULL,
  "parts" JSONB NOT NULL DEFAULT '[]',
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

CREATE TABLE "Blob" (
  "sessionId" UUID NOT NULL,
  "hash" TEXT NOT NULL,
  "text" TEXT NOT NULL,
  CONSTRAINT "Blob_pkey" PRIMARY KEY ("sessionId","hash")
);

CREATE TABLE "Content" (
  "sessionId" UUID NOT NULL,
  "hash" TEXT NOT NULL,
  "bytes" BYTEA NOT NULL,
  CONSTRAINT "Content_pkey" PRIMARY KEY ("sessionId","hash")
);

CREATE TABLE "Attachment" (
  "sessionId" UUID NOT NULL,
  "hash" TEXT NOT NULL,
  "mediaType" TEXT NOT NULL,
  "bytes" BYTEA NOT NULL,
  CONSTRAINT "Attachment_pkey" PRIMARY KEY ("sessionId","hash")
);

CREATE TABLE "Definition" (
  "hash" TEXT NOT NULL,
  "text" TEXT NOT NULL,
  CONSTRAINT "Definition_pkey" PRIMARY KEY ("hash")
);

CREATE TABLE "Entry" (
  "id" UUID NOT NULL,
  "sessionId" UUID NOT NULL,
  "seq" INTEGER NOT NULL,
  "runId" UUID,
  "kind" TEXT NOT NULL,
  "text" TEXT,
  "words" JSONB,
  "reasoning" TEXT,
  "callId" UUID,
  "call" JSONB,
  "outcome" JSONB,
  "message" JSON,
  "attachments" JSONB,
  "at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "Entry_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "Compaction" (
  "id" UUID NOT NULL,
  "sessionId" UUID NOT NULL,
  "seq" INTEGER NOT NULL,
  "from" INTEGER NOT NULL,
  "through" INTEGER NOT NULL,
  "method" TEXT NOT NULL,
  "why" TEXT NOT NULL,
  "dropped" INTEGER NOT NULL,
  "total" INTEGER NOT NULL,
  "before" JSONB NOT NULL,
  "after" JSONB NOT NULL,
  "deeds" JSONB NOT NULL,
  "messages" JSON NOT NULL,
  "undone" JSONB,
  "at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "Compaction_pkey" PRIMARY KEY ("id")
);

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
  "parentCallId" UUID,
  "span" JSONB,
  "outputPath" TEXT,
  "effectiveTool" TEXT,
  "effectiveText" TEXT,
  "preview" JSONB,
  "digest" TEXT NOT NULL,
  "by" JSONB,
  "epoch" INTEGER,
  "attempt" INTEGER NOT NULL DEFAULT 0,
  "evidence" JSONB,
  "lastOutput" TEXT,
  "voids" JSONB NOT NULL DEFAULT '{}',
  "result" JSONB,
  "heldBy" JSONB,
  "startsAt" TIMESTAMPTZ(3),
  "expiresAt" TIMESTAMPTZ(3),
  "startedAt" TIMESTAMPTZ(3),
  "endedAt" TIMESTAMPTZ(3),
  CONSTRAINT "Call_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "ToolUse" (
  "sessionId" UUID NOT NULL,
  "tool" TEXT NOT NULL,
  "uses" INTEGER NOT NULL,
  "lastUsedAt" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "ToolUse_pkey" PRIMARY KEY ("sessionId","tool")
);

CREATE TABLE "Runaway" (
  "callId" UUID NOT NULL,
  "sessionId" UUID NOT NULL,
  "tool" TEXT NOT NULL,
  "workspace" TEXT NOT NULL,
  "holder" BIGINT NOT NULL,
  "startedAt" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "Runaway_pkey" PRIMARY KEY ("callId")
);

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
  "seen" TEXT,
  CONSTRAINT "Decision_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "Event" (
  "id" BIGSERIAL NOT NULL,
  "xid" BIGINT NOT NULL DEFAULT (pg_current_xact_id()::text)::bigint,
  "chain" TEXT NOT NULL,
  "seq" INTEGER NOT NULL,
  "at" TIMESTAMPTZ(3) NOT NULL,
  "types" TEXT[],
  "subjects" UUID[],
  "payloads" TEXT[],
  "hashes" TEXT[],
  CONSTRAINT "Event_pkey" PRIMARY KEY ("chain","seq")
);

CREATE TABLE "SearchItem" (
  "sessionId" UUID NOT NULL,
  "kind" TEXT NOT NULL,
  "id" UUID NOT NULL,
  "callId" UUID,
  "seq" INTEGER NOT NULL,
  "at" TIMESTAMPTZ(3) NOT NULL,
  "rank" INTEGER NOT NULL,
  "text" TEXT NOT NULL,
  "words" tsvector GENERATED ALWAYS AS ("search_words"("text")) STORED,
  CONSTRAINT "SearchItem_pkey" PRIMARY KEY ("sessionId","kind","id")
);

CREATE TABLE "SearchPlace" (
  "id" INTEGER NOT NULL DEFAULT 1,
  "xid" BIGINT NOT NULL,
  "event" BIGINT NOT NULL,
  CONSTRAINT "SearchPlace_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "RecordFault" (
  "chain" TEXT NOT NULL,
  "seq" INTEGER NOT NULL,
  "reason" TEXT NOT NULL,
  "message" JSONB,
  "stops" BOOLEAN NOT NULL DEFAULT true,
  "foundAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "RecordFault_pkey" PRIMARY KEY ("chain")
);

CREATE TABLE "RecordCheck" (
  "id" INTEGER NOT NULL DEFAULT 1,
  "at" TIMESTAMPTZ(3) NOT NULL,
  "ok" BOOLEAN NOT NULL,
  CONSTRAINT "RecordCheck_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "Secret" (
  "sessionId" UUID NOT NULL,
  "n" INTEGER NOT NULL,
  "hash" TEXT NOT NULL,
  "kind" TEXT NOT NULL,
  "rule" TEXT NOT NULL,
  "foundAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "releasedBy" JSONB,
  "releasedAt" TIMESTAMPTZ(3),
  CONSTRAINT "Secret_pkey" PRIMARY KEY ("sessionId","n")
);

CREATE TABLE "QueueItem" (
  "id" UUID NOT NULL,
  "sessionId" UUID NOT NULL,
  "runId" UUID NOT NULL,
  "mode" TEXT NOT NULL,
  "text" TEXT NOT NULL,
  "skill" JSONB,
  "attachments" JSONB,
  "createdAt" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "QueueItem_pkey" PRIMARY KEY ("id")
);

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

CREATE TABLE "Plan" (
  "sessionId" UUID NOT NULL,
  "revision" INTEGER NOT NULL,
  "steps" JSON NOT NULL,
  "because" TEXT,
  "becauseMessage" JSONB,
  "approved" BOOLEAN,
  "callId" UUID,
  "seq" INTEGER NOT NULL,
  "at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "Plan_pkey" PRIMARY KEY ("sessionId","revision")
);

CREATE TABLE "State" (
  "sessionId" UUID NOT NULL,
  "revision" INTEGER NOT NULL,
  "value" JSON NOT NULL,
  "callId" UUID,
  "at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "State_pkey" PRIMARY KEY ("sessionId","revision")
);

CREATE TABLE "Memory" (
  "id" UUID NOT NULL,
  "text" TEXT NOT NULL,
  "textHash" TEXT NOT NULL,
  "tags" TEXT[],
  "source" JSONB NOT NULL,
  "uses" INTEGER NOT NULL DEFAULT 0,
  "lastUsedAt" TIMESTAMPTZ(3),
  "createdAt" TIMESTAMPTZ(3) NOT NULL,
  "updatedAt" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "Memory_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "MemoryUse" (
  "memoryId" UUID NOT NULL,
  "sessionId" UUID NOT NULL,
  "seq" INTEGER NOT NULL,
  "at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "MemoryUse_pkey" PRIMARY KEY ("memoryId","sessionId","seq")
);

CREATE TABLE "McpServer" (
  "id" UUID NOT NULL,
  "name" TEXT NOT NULL,
  "command" TEXT,
  "args" JSONB NOT NULL,
  "env" JSONB NOT NULL,
  "url" TEXT,
  "headers" JSONB NOT NULL,
  "enabled" BOOLEAN NOT NULL,
  "sandbox" JSONB NOT NULL,
  "fromFile" BOOLEAN NOT NULL DEFAULT false,
  "status" TEXT NOT NULL,
  "error" TEXT,
  "errorMessage" JSONB,
  "catalog" JSON,
  "createdAt" TIMESTAMPTZ(3) NOT NULL,
  "updatedAt" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "McpServer_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "ToolPin" (
  "tool" TEXT NOT NULL,
  "serverId" UUID NOT NULL,
  "definitionHash" TEXT NOT NULL,
  "at" TIMESTAMPTZ(3) NOT NULL,
  "by" JSONB NOT NULL,
  CONSTRAINT "ToolPin_pkey" PRIMARY KEY ("tool")
);

CREATE TABLE "ModelSetting" (
  "id" TEXT NOT NULL,
  "contextWindow" INTEGER,
  "prices" JSONB,
  "images" BOOLEAN,
  "updatedAt" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "ModelSetting_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "Setting" (
  "id" TEXT NOT NULL,
  "value" JSONB NOT NULL,
  "updatedAt" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "Setting_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "Channel" (
  "id" UUID NOT NULL,
  "name" TEXT NOT NULL,
  "kind" TEXT NOT NULL,
  "enabled" BOOLEAN NOT NULL,
  "setup" JSONB NOT NULL,
  "noticesFrom" TIMESTAMPTZ(3),
  "lastError" TEXT,
  "lastErrorMessage" JSONB,
  "createdAt" TIMESTAMPTZ(3) NOT NULL,
  "updatedAt" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "Channel_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "Notice" (
  "setId" UUID NOT NULL,
  "channelId" UUID NOT NULL,
  "attempts" INTEGER NOT NULL,
  "retryAt" TIMESTAMPTZ(3) NOT NULL,
  "sentAt" TIMESTAMPTZ(3),
  "error" TEXT,
  CONSTRAINT "Notice_pkey" PRIMARY KEY ("setId","channelId")
);

CREATE TABLE "AuthSession" (
  "id" UUID NOT NULL,
  "tokenHash" TEXT NOT NULL,
  "person" TEXT NOT NULL,
  "boundTo" TEXT NOT NULL,
  "userAgent" TEXT,
  "createdAt" TIMESTAMPTZ(3) NOT NULL,
  "lastSeenAt" TIMESTAMPTZ(3) NOT NULL,
  "expiresAt" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "AuthSession_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "IdempotencyKey" (
  "person" TEXT NOT NULL,
  "method" TEXT NOT NULL,
  "path" TEXT NOT NULL,
  "key" TEXT NOT NULL,
  "bodyHash" TEXT NOT NULL,
  "answer" TEXT NOT NULL,
  "createdAt" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "IdempotencyKey_pkey" PRIMARY KEY ("person","method","path","key")
);

CREATE UNIQUE INDEX "Session_key_key" ON "Session"("key");
CREATE INDEX "Session_archived_updatedAt_id_idx" ON "Session"("archived", "updatedAt" DESC, "id");
CREATE INDEX "Wake_at_idx" ON "Wake"("at");
CREATE UNIQUE INDEX "Run_sessionId_number_key" ON "Run"("sessionId", "number");
CREATE UNIQUE INDEX "Request_sessionId_number_key" ON "Request"("sessionId", "number");
CREATE UNIQUE INDEX "Entry_sessionId_seq_key" ON "Entry"("sessionId", "seq");
CREATE UNIQUE INDEX "Compaction_sessionId_seq_key" ON "Compaction"("sessionId", "seq");
CREATE INDEX "CallSet_sessionId_createdAt_idx" ON "CallSet"("sessionId", "createdAt");
CREATE INDEX "CallSet_runId_idx" ON "CallSet"("runId");
CREATE UNIQUE INDEX "Call_setId_index_key" ON "Call"("setId", "index");
CREATE INDEX "Call_sessionId_idx" ON "Call"("sessionId");
CREATE INDEX "Decision_callId_at_idx" ON "Decision"("callId", "at");
CREATE INDEX "Decision_sessionId_at_idx" ON "Decision"("sessionId", "at");
CREATE INDEX "Decision_kind_at_idx" ON "Decision"("kind", "at");
CREATE INDEX "Event_xid_id_idx" ON "Event"("xid", "id");
CREATE UNIQUE INDEX "Secret_sessionId_hash_key" ON "Secret"("sessionId", "hash");
CREATE INDEX "QueueItem_sessionId_createdAt_idx" ON "QueueItem"("sessionId", "createdAt");
CREATE INDEX "Rule_sessionId_idx" ON "Rule"("sessionId");
CREATE UNIQUE INDEX "Memory_textHash_key" ON "Memory"("textHash");
CREATE INDEX "MemoryUse_memoryId_at_idx" ON "MemoryUse"("memoryId", "at" DESC);
CREATE INDEX "MemoryUse_sessionId_idx" ON "MemoryUse"("sessionId");
CREATE UNIQUE INDEX "McpServer_name_key" ON "McpServer"("name");
CREATE INDEX "ToolPin_serverId_idx" ON "ToolPin"("serverId");
CREATE UNIQUE INDEX "Channel_name_key" ON "Channel"("name");
CREATE INDEX "Notice_channelId_idx" ON "Notice"("channelId");
CREATE UNIQUE INDEX "AuthSession_tokenHash_key" ON "AuthSession"("tokenHash");
CREATE INDEX "IdempotencyKey_createdAt_idx" ON "IdempotencyKey"("createdAt");

ALTER TABLE "SessionHead" ADD CONSTRAINT "SessionHead_sessionId_fkey" FOREIGN KEY ("sessionId") REFERENCES "Session"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Wake" ADD CONSTRAINT "Wake_sessionId_fkey" FOREIGN KEY ("sessionId") REFERENCES "Session"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Run" ADD CONSTRAINT "Run_sessionId_fkey" FOREIGN KEY ("sessionId") REFERENCES "Session"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Request" ADD CONSTRAINT "Request_sessionId_fkey" FOREIGN KEY ("sessionId") REFERENCES "Session"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Blob" ADD CONSTRAINT "Blob_sessionId_fkey" FOREIGN KEY ("sessionId") REFERENCES "Session"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Content" ADD CONSTRAINT "Content_sessionId_fkey" FOREIGN KEY ("sessionId") REFERENCES "Session"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Attachment" ADD CONSTRAINT "Attachment_sessionId_fkey" FOREIGN KEY ("sessionId") REFERENCES "Session"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Entry" ADD CONSTRAINT "Entry_sessionId_fkey" FOREIGN KEY ("sessionId") REFERENCES "Session"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Compaction" ADD CONSTRAINT "Compaction_sessionId_fkey" FOREIGN KEY ("sessionId") REFERENCES "Session"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "CallSet" ADD CONSTRAINT "CallSet_sessionId_fkey" FOREIGN KEY ("sessionId") REFERENCES "Session"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Call" ADD CONSTRAINT "Call_setId_fkey" FOREIGN KEY ("setId") REFERENCES "CallSet"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Call" ADD CONSTRAINT "Call_sessionId_fkey" FOREIGN KEY ("sessionId") REFERENCES "Session"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "ToolUse" ADD CONSTRAINT "ToolUse_sessionId_fkey" FOREIGN KEY ("sessionId") REFERENCES "Session"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Decision" ADD CONSTRAINT "Decision_sessionId_fkey" FOREIGN KEY ("sessionId") REFERENCES "Session"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Decision" ADD CONSTRAINT "Decision_callId_fkey" FOREIGN KEY ("callId") REFERENCES "Call"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "SearchItem" ADD CONSTRAINT "SearchItem_sessionId_fkey" FOREIGN KEY ("sessionId") REFERENCES "Session"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Secret" ADD CONSTRAINT "Secret_sessionId_fkey" FOREIGN KEY ("sessionId") REFERENCES "Session"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "QueueItem" ADD CONSTRAINT "QueueItem_sessionId_fkey" FOREIGN KEY ("sessionId") REFERENCES "Session"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Rule" ADD CONSTRAINT "Rule_sessionId_fkey" FOREIGN KEY ("sessionId") REFERENCES "Session"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Plan" ADD CONSTRAINT "Plan_sessionId_fkey" FOREIGN KEY ("sessionId") REFERENCES "Session"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "State" ADD CONSTRAINT "State_sessionId_fkey" FOREIGN KEY ("sessionId") REFERENCES "Session"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "MemoryUse" ADD CONSTRAINT "MemoryUse_memoryId_fkey" FOREIGN KEY ("memoryId") REFERENCES "Memory"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "MemoryUse" ADD CONSTRAINT "MemoryUse_sessionId_fkey" FOREIGN KEY ("sessionId") REFERENCES "Session"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "ToolPin" ADD CONSTRAINT "ToolPin_serverId_fkey" FOREIGN KEY ("serverId") REFERENCES "McpServer"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Notice" ADD CONSTRAINT "Notice_setId_fkey" FOREIGN KEY ("setId") REFERENCES "CallSet"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Notice" ADD CONSTRAINT "Notice_channelId_fkey" FOREIGN KEY ("channelId") REFERENCES "Channel"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What has no end is open, and few are: what changes more often than that is in no index.
CREATE UNIQUE INDEX "Run_one_active" ON "Run"("sessionId") WHERE "startedAt" IS NOT NULL AND "endedAt" IS NULL;
CREATE INDEX "Run_open" ON "Run"("sessionId", "position") WHERE "endedAt" IS NULL;
CREATE INDEX "Call_open" ON "Call"("sessionId") WHERE "endedAt" IS NULL;
CREATE INDEX "Call_reverts_idx" ON "Call"("reverts") WHERE "reverts" IS NOT NULL;
-- The place of a Result in the transcript.
CREATE INDEX "Entry_of_call" ON "Entry"("callId") WHERE "callId" IS NOT NULL;
CREATE INDEX "Memory_words" ON "Memory" USING gin ("search_words"(text || ' ' || "tag_words"(tags)));
CREATE INDEX "SearchItem_words" ON "SearchItem" USING gin ("kept_words"("words"));

-- What is updated again and again is updated where it lies. Long rows of Events are compressed there.
ALTER TABLE "Run" SET (fillfactor = 70);
ALTER TABLE "Call" SET (fillfactor = 70);
ALTER TABLE "SessionHead" SET (fillfactor = 50);
ALTER TABLE "Event" SET (toast_tuple_target = 512),
  ALTER COLUMN "types" SET STORAGE MAIN, ALTER COLUMN "subjects" SET STORAGE MAIN,
  ALTER COLUMN "payloads" SET STORAGE MAIN, ALTER COLUMN "hashes" SET STORAGE MAIN;

-- States are known to the database too.
ALTER TABLE "Run" ADD CONSTRAINT "Run_status" CHECK (status IN ('queued', 'running', 'waiting', 'ended')),
  ADD CONSTRAINT "Run_ended" CHECK ((status = 'ended') = ("stopReason" IS NOT NULL AND "endedAt" IS NOT NULL));
ALTER TABLE "Call" ADD CONSTRAINT "Call_state" CHECK (
  (state = 'waiting' AND why IS NOT NULL AND since IS NOT NULL AND result IS NULL)
  OR (state IN ('approved', 'executing') AND "effectiveText" IS NOT NULL AND "by" IS NOT NULL AND result IS NULL)
  OR (state = 'settled' AND result IS NOT NULL AND "endedAt" IS NOT NULL));
ALTER TABLE "McpServer" ADD CONSTRAINT "McpServer_one_reach" CHECK (("command" IS NULL) <> ("url" IS NULL));
ALTER TABLE "Event" ADD CONSTRAINT "Event_parts" CHECK (coalesce(cardinality("types") > 0
  AND cardinality("types") = cardinality("subjects") AND cardinality("types") = cardinality("payloads")
  AND cardinality("types") = cardinality("hashes"), false));

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
CREATE TRIGGER "append_only" BEFORE UPDATE ON "Attachment" FOR EACH ROW EXECUTE FUNCTION "refuse_change"();
CREATE TRIGGER "append_only" BEFORE UPDATE ON "Plan" FOR EACH ROW EXECUTE FUNCTION "refuse_change"();
CREATE TRIGGER "append_only" BEFORE UPDATE ON "State" FOR EACH ROW EXECUTE FUNCTION "refuse_change"();

-- Every Event as a row of its own. `last` is the number of the last in the row that it lies in, `place` where in it this
-- one lies.
CREATE VIEW "Link" AS
  SELECT e."xid", e."id", p."place"::int AS "place", e."chain", e."seq" AS "last",
    (e."seq" - cardinality(e."types") + p."place")::int AS "seq", p."type", p."subject", e."at", p."payload", p."hash"
  FROM "Event" e CROSS JOIN LATERAL unnest(e."types", e."subjects", e."payloads", e."hashes")
    WITH ORDINALITY AS p("type", "subject", "payload", "hash", "place");

-- Up to where in the log of Events words were made.
INSERT INTO "SearchPlace" ("xid", "event") VALUES (0, 0);

-- The server's role may add to the record, and neither change nor remove what is there: see scripts/postgres/rights.mjs.
-- What it does to the record beyond adding it does by these functions, which run with the rights of the owner of the
-- tables. Nobody may call them but those who are let.
DO $do$ BEGIN
  EXECUTE format($create$
    CREATE FUNCTION "delete_session"(session_id uuid, link_at timestamptz, link_hash text, head_signature text)
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
    CREATE FUNCTION "order_restored"() RETURNS void
      LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, %1$I, pg_temp AS $$
      UPDATE "SearchPlace" SET xid = 0, event = 0 WHERE
        (SELECT max(xid) >= (pg_snapshot_xmax(pg_current_snapshot())::text)::bigint FROM "Event");
      UPDATE "Event" SET xid = 0 WHERE xid <> 0 AND
        (SELECT max(xid) >= (pg_snapshot_xmax(pg_current_snapshot())::text)::bigint FROM "Event")
    $$
  $create$, current_schema());
END $do$;

REVOKE ALL ON FUNCTION "delete_session"(uuid, timestamptz, text, text), "order_restored"() FROM PUBLIC;

-- The job engine makes what it needs for itself, in a schema that is there before it.
DO $$ BEGIN
  IF to_regnamespace('pgboss') IS NULL THEN CREATE SCHEMA "pgboss"; END IF;
END $$;
