-- What sessions used, summed up beside the record. Whatever is missing here is read from the rows that it sums up.
CREATE TABLE "UsageSum" (
  "sessionId" UUID NOT NULL,
  "seq" INTEGER NOT NULL,
  "at" TIMESTAMPTZ(3) NOT NULL,
  "model" TEXT NOT NULL,
  "tool" TEXT NOT NULL,
  "requests" INTEGER NOT NULL,
  "inputTokens" DOUBLE PRECISION NOT NULL,
  "cachedInputTokens" DOUBLE PRECISION NOT NULL,
  "outputTokens" DOUBLE PRECISION NOT NULL,
  "reasoningTokens" DOUBLE PRECISION NOT NULL,
  "cost" DOUBLE PRECISION,
  "unpricedRequests" INTEGER NOT NULL,
  "calls" INTEGER NOT NULL,
  "modelMs" DOUBLE PRECISION NOT NULL,
  "toolMs" DOUBLE PRECISION NOT NULL,
  "decisions" INTEGER NOT NULL,
  "waits" TEXT,
  "decisionMs" DOUBLE PRECISION[],
  CONSTRAINT "UsageSum_pkey" PRIMARY KEY ("sessionId", "seq", "at", "model", "tool")
);

CREATE INDEX "UsageSum_at_idx" ON "UsageSum"("at");

ALTER TABLE "UsageSum" ADD CONSTRAINT "UsageSum_sessionId_fkey"
  FOREIGN KEY ("sessionId") REFERENCES "Session"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Titles as they are compared with what people look for.
ALTER TABLE "Session" ADD COLUMN "titleForm" TEXT GENERATED ALWAYS AS ("search_form"("title")) STORED;
