-- CreateTable
CREATE TABLE "Secret" (
    "sessionId" UUID NOT NULL,
    "n" INTEGER NOT NULL,
    "hash" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "rule" TEXT NOT NULL,
    "foundAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "releasedBy" JSONB,
    "releasedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Secret_pkey" PRIMARY KEY ("sessionId","n")
);

-- CreateIndex
CREATE UNIQUE INDEX "Secret_sessionId_hash_key" ON "Secret"("sessionId", "hash");

-- AddForeignKey
ALTER TABLE "Secret" ADD CONSTRAINT "Secret_sessionId_fkey" FOREIGN KEY ("sessionId") REFERENCES "Session"("id") ON DELETE CASCADE ON UPDATE CASCADE;
