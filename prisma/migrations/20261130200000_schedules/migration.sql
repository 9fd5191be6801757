CREATE TABLE "Schedule" (
  "id" UUID NOT NULL,
  "name" TEXT NOT NULL,
  "cron" TEXT,
  "at" TIMESTAMPTZ(3),
  "timeZone" TEXT NOT NULL,
  "text" TEXT NOT NULL,
  "sessionKey" TEXT,
  "settings" JSONB NOT NULL,
  "unattended" TEXT NOT NULL,
  "enabled" BOOLEAN NOT NULL,
  "nextAt" TIMESTAMPTZ(3),
  "why" TEXT,
  "whyMessage" JSONB,
  "by" JSONB NOT NULL,
  "failures" INTEGER NOT NULL DEFAULT 0,
  "runs" INTEGER NOT NULL DEFAULT 0,
  "isOpen" BOOLEAN NOT NULL DEFAULT false,
  "runId" UUID,
  "createdAt" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "Schedule_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "Schedule_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run"("id") ON DELETE SET NULL ON UPDATE CASCADE
);
CREATE INDEX "Schedule_runId_idx" ON "Schedule"("runId");
