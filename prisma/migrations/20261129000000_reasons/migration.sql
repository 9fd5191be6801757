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
