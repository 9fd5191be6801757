-- A program of the owner's that is told of a point in the loop, and may answer.
CREATE TABLE "Hook" (
  "id" UUID NOT NULL,
  "name" TEXT NOT NULL,
  "plugin" TEXT,
  "pin" TEXT,
  "point" TEXT NOT NULL,
  "match" TEXT,
  "run" JSONB NOT NULL,
  "env" JSONB,
  "timeoutMs" INTEGER NOT NULL,
  "onFailure" TEXT NOT NULL,
  "priority" INTEGER NOT NULL,
  "enabled" BOOLEAN NOT NULL,
  "why" TEXT,
  "lastRun" JSONB,
  "createdAt" TIMESTAMPTZ(3) NOT NULL,
  "updatedAt" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "Hook_pkey" PRIMARY KEY ("id")
);

-- What hooks said of a call before it was to begin.
ALTER TABLE "Call" ADD COLUMN "hooks" JSONB;
