-- Activities that did not heed their abort and may still act. They belong to their process, and outlive the session.
CREATE TABLE "Runaway" (
    "callId" UUID NOT NULL,
    "sessionId" UUID NOT NULL,
    "tool" TEXT NOT NULL,
    "workspace" TEXT NOT NULL,
    "holder" BIGINT NOT NULL,
    "startedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Runaway_pkey" PRIMARY KEY ("callId")
);

-- Of an approved write: which of them it waits for.
ALTER TABLE "Call" ADD COLUMN "heldBy" JSONB;
