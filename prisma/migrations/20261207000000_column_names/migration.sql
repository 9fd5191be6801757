-- Columns are named by what they hold.
ALTER TABLE "Run" RENAME COLUMN "briefing" TO "runContext";
ALTER TABLE "Run" RENAME COLUMN "deeds" TO "callHistory";
ALTER TABLE "SessionHead" RENAME COLUMN "oriented" TO "contextAnnounced";
ALTER TABLE "Compaction" RENAME COLUMN "deeds" TO "fileActivity";
