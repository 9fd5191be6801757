ALTER TABLE "Call" ADD COLUMN "reason" JSONB;
ALTER TABLE "Session" ADD COLUMN "modeBefore" TEXT;

-- Rules have numbers, in the order in which they were made.
ALTER TABLE "Rule" ADD COLUMN "number" INTEGER NOT NULL DEFAULT 0;
UPDATE "Rule" r SET "number" = n."number"
  FROM (SELECT id, row_number() OVER (ORDER BY id) AS "number" FROM "Rule") n WHERE n.id = r.id;
ALTER TABLE "Installation" ADD COLUMN "rulesMade" INTEGER NOT NULL DEFAULT 0;
UPDATE "Installation" SET "rulesMade" = (SELECT count(*) FROM "Rule");

-- What a rule would have let through is looked up by tool, the newest first.
CREATE INDEX "Call_proposedTool_id_idx" ON "Call" ("proposedTool", "id");

-- Somebody who may sign in, beside the holder of the access token.
CREATE TABLE "Person" (
  "id" UUID NOT NULL,
  "name" TEXT NOT NULL,
  "role" TEXT NOT NULL,
  "createdAt" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "Person_pkey" PRIMARY KEY ("id")
);
CREATE TABLE "PersonToken" (
  "id" UUID NOT NULL,
  "personId" UUID NOT NULL,
  "tokenHash" TEXT NOT NULL,
  "createdAt" TIMESTAMPTZ(3) NOT NULL,
  "lastUsedAt" TIMESTAMPTZ(3),
  CONSTRAINT "PersonToken_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "PersonToken_personId_fkey" FOREIGN KEY ("personId") REFERENCES "Person"("id")
    ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "PersonToken_tokenHash_key" ON "PersonToken"("tokenHash");
CREATE INDEX "PersonToken_personId_idx" ON "PersonToken"("personId");
ALTER TABLE "AuthSession" ADD COLUMN "tokenId" UUID;

-- Whose message it is, and who has to decide what a rule asks about.
ALTER TABLE "Entry" ADD COLUMN "by" JSONB;
ALTER TABLE "QueueItem" ADD COLUMN "by" JSONB;
ALTER TABLE "Run" ADD COLUMN "by" JSONB;
ALTER TABLE "Rule" ADD COLUMN "by" TEXT;
