-- When the Run of a session last made progress, as its holder says with each renewal, and how it was last recovered.
ALTER TABLE "SessionHead" ADD COLUMN "progressAt" TIMESTAMPTZ(3), ADD COLUMN "recovery" JSONB;

-- The few that are worked on, among all that wait for people.
CREATE INDEX "Run_running" ON "Run"("sessionId") WHERE "status" = 'running';
