-- The text of the first migration still changed when databases had been made with it: eight times, each adding to it.
-- What such a database lacks is made here, before the migrations that build on it. In every other nothing is done.
DO $repair$
DECLARE
  texts text[] := ARRAY[
    'efa350960efffe96754fc7dd8b78bbf4684eb616596ace49d8d29b9629fb0ff6',
    '46cb8e447726bc18a83ec3f8e86fa1c9019e94f3f00bc530a898716accffe2e7',
    '2e70133e8458a238fcb2ea82ab16e3a13ec55ebfbfdb9aa7e91d4970e98c73f9',
    '20e6f1a5349044437db49ca3751fc88ac772639e205d38dbfbe38bc6aa5f8af6',
    '0508cf7033f20df84f2f3912fe9f7865f9a990c2d6572a7a4d8d04651f64f616',
    '4b10bbe86ed15e7f6f6b25924033c9746d891fe79d14433c10f23db361f5cfeb',
    '2d798165cb2cdf676f4e1bbb057c9a8e172933722650085335f07919b6692825',
    '294b11a64dab7f02fffc901618659a06f854bfab98ff5778bf6aeb09ce64520e'];
  variant int;
  unicode text := (SELECT collname FROM pg_collation WHERE collname IN ('pg_unicode_fast', 'und-x-icu', 'C.utf8',
    'en_US.utf8', 'default') AND collencoding IN (-1, (SELECT encoding FROM pg_database WHERE datname = current_database()))
  ORDER BY array_position(ARRAY['pg_unicode_fast', 'und-x-icu', 'C.utf8', 'en_US.utf8', 'default'], collname::text) LIMIT 1);
  index_name text;
BEGIN
  IF to_regclass('_prisma_migrations') IS NULL THEN RETURN; END IF;
  EXECUTE 'SELECT array_position($1, checksum::text) FROM _prisma_migrations WHERE migration_name = $2 AND rolled_back_at IS NULL'
    INTO variant USING texts, '20261121000000_start';
  IF variant IS NULL THEN RETURN; END IF;

  IF variant < 2 THEN
    DROP TRIGGER "append_only" ON "Event";
    CREATE TRIGGER "append_only" BEFORE UPDATE ON "Event" FOR EACH ROW
      WHEN (NEW.xid <> 0 OR OLD.xid = 0 OR to_jsonb(NEW) - 'xid' IS DISTINCT FROM to_jsonb(OLD) - 'xid')
      EXECUTE FUNCTION "refuse_change"();
  END IF;
  IF variant < 3 THEN
    ALTER TABLE "Request" ALTER COLUMN "received" TYPE JSON USING "received"::json;
    ALTER TABLE "Entry" ALTER COLUMN "message" TYPE JSON USING "message"::json;
  END IF;
  IF variant < 4 THEN
    CREATE TABLE "Content" (
      "sessionId" UUID NOT NULL,
      "hash" TEXT NOT NULL,
      "bytes" BYTEA NOT NULL,
      CONSTRAINT "Content_pkey" PRIMARY KEY ("sessionId","hash"));
    ALTER TABLE "Content" ADD CONSTRAINT "Content_sessionId_fkey" FOREIGN KEY ("sessionId")
      REFERENCES "Session"("id") ON DELETE CASCADE ON UPDATE CASCADE;
    CREATE TRIGGER "append_only" BEFORE UPDATE ON "Content" FOR EACH ROW EXECUTE FUNCTION "refuse_change"();
    ALTER TABLE "CallSet" ADD COLUMN "stop" JSONB;
    ALTER TABLE "Call" ADD COLUMN "reverts" UUID;
    CREATE INDEX "Call_reverts_idx" ON "Call"("reverts");
    CREATE INDEX "Call_open" ON "Call"("sessionId") WHERE state <> 'settled';
  END IF;
  IF variant < 5 THEN
    CREATE TABLE "ModelSetting" (
      "id" TEXT NOT NULL,
      "contextWindow" INTEGER,
      "prices" JSONB,
      "updatedAt" TIMESTAMPTZ(3) NOT NULL,
      CONSTRAINT "ModelSetting_pkey" PRIMARY KEY ("id"));
  END IF;
  IF variant < 6 THEN
    CREATE INDEX "Decision_kind_at_idx" ON "Decision"("kind", "at");
  END IF;
  IF variant < 7 THEN
CREATE FUNCTION "keep_order"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.xid := GREATEST(NEW.xid, (SELECT xid FROM "Event" WHERE chain = NEW.chain AND seq = NEW.seq - 1));
  RETURN NEW;
END $$;
CREATE TRIGGER "keep_order" BEFORE INSERT ON "Event" FOR EACH ROW EXECUTE FUNCTION "keep_order"();
  END IF;
  EXECUTE format($create$
    CREATE OR REPLACE FUNCTION "search_words"(given text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
      SELECT to_tsvector('simple'::regconfig, lower(regexp_replace(left(given, 50000),
        '[!-/:-@\[-`{-~«»‹›„“”‚‘’–—…·•→←↑↓§°]+', ' ', 'g') COLLATE %I))
    $$ $create$, unicode);
  IF variant < 8 THEN
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
CREATE INDEX "Entry_words" ON "Entry" USING gin ("search_words"(text)) WHERE kind <> 'result';
CREATE INDEX "Call_words" ON "Call"
  USING gin ("search_words"("call_words"("proposedTool", preview, "proposedText", "effectiveText")))
  WHERE state IN ('waiting', 'settled');
CREATE INDEX "Call_result_words" ON "Call" USING gin ("search_words"(result->>'text')) WHERE state = 'settled';
CREATE INDEX "Decision_words" ON "Decision"
  USING gin ("search_words"("decision_words"(kind, "by", reason, "argumentsText", result)));
CREATE INDEX "Session_words" ON "Session" USING gin ("search_words"(title));
CREATE INDEX "Entry_of_call" ON "Entry"("callId") WHERE "callId" IS NOT NULL;
  ELSE
    FOR index_name IN SELECT format('%I.%I', schemaname, indexname) FROM pg_indexes WHERE indexdef LIKE '%search_words%' LOOP
      EXECUTE 'REINDEX INDEX ' || index_name;
    END LOOP;
  END IF;

  EXECUTE 'UPDATE _prisma_migrations SET checksum = $1 WHERE migration_name = $2'
    USING '6009af57159d8bb56bacc04ee7d5079ee86d23de7cc0ceba43ec66942187942f', '20261121000000_start';
END $repair$;
