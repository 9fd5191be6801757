-- Channels that carry messages to people, and which notice of a waiting set went by which of them.
CREATE TABLE "Channel" (
  "id" UUID NOT NULL,
  "name" TEXT NOT NULL,
  "kind" TEXT NOT NULL,
  "enabled" BOOLEAN NOT NULL,
  "setup" JSONB NOT NULL,
  "noticesFrom" TIMESTAMPTZ(3),
  "lastError" TEXT,
  "createdAt" TIMESTAMPTZ(3) NOT NULL,
  "updatedAt" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "Channel_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "Channel_name_key" ON "Channel" ("name");

CREATE TABLE "Notice" (
  "setId" UUID NOT NULL,
  "channelId" UUID NOT NULL,
  "attempts" INTEGER NOT NULL,
  "retryAt" TIMESTAMPTZ(3) NOT NULL,
  "sentAt" TIMESTAMPTZ(3),
  "error" TEXT,
  CONSTRAINT "Notice_pkey" PRIMARY KEY ("setId", "channelId")
);
CREATE INDEX "Notice_channelId_idx" ON "Notice" ("channelId");

ALTER TABLE "Notice" ADD CONSTRAINT "Notice_setId_fkey"
  FOREIGN KEY ("setId") REFERENCES "CallSet" ("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Notice" ADD CONSTRAINT "Notice_channelId_fkey"
  FOREIGN KEY ("channelId") REFERENCES "Channel" ("id") ON DELETE CASCADE ON UPDATE CASCADE;
