-- How often a session's Calls began to run a Tool, and when last: a row of the session's own, so that sessions never
-- wait for each other, and a list of Tools need not read all Calls.
CREATE TABLE "ToolUse" (
  "sessionId" UUID NOT NULL,
  "tool" TEXT NOT NULL,
  "uses" INTEGER NOT NULL,
  "lastUsedAt" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "ToolUse_pkey" PRIMARY KEY ("sessionId", "tool")
);
ALTER TABLE "ToolUse" ADD CONSTRAINT "ToolUse_sessionId_fkey" FOREIGN KEY ("sessionId")
  REFERENCES "Session"("id") ON DELETE CASCADE ON UPDATE CASCADE;

INSERT INTO "ToolUse" ("sessionId", "tool", "uses", "lastUsedAt")
  SELECT c."sessionId", c."tool", count(*), max(c."startedAt") FROM "Call" c
  WHERE c."startedAt" IS NOT NULL GROUP BY c."sessionId", c."tool";
