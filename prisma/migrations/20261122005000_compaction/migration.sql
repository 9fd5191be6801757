-- AlterTable
ALTER TABLE "Run" ADD COLUMN     "compact" TEXT,
ADD COLUMN     "overflows" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "Session" ADD COLUMN     "meter" JSONB;

-- CreateTable
CREATE TABLE "Compaction" (
    "id" UUID NOT NULL,
    "sessionId" UUID NOT NULL,
    "seq" INTEGER NOT NULL,
    "from" INTEGER NOT NULL,
    "through" INTEGER NOT NULL,
    "method" TEXT NOT NULL,
    "why" TEXT NOT NULL,
    "dropped" INTEGER NOT NULL,
    "total" INTEGER NOT NULL,
    "before" JSONB NOT NULL,
    "after" JSONB NOT NULL,
    "deeds" JSONB NOT NULL,
    "messages" JSON NOT NULL,
    "undone" JSONB,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Compaction_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "Compaction_sessionId_seq_key" ON "Compaction"("sessionId", "seq");

-- AddForeignKey
ALTER TABLE "Compaction" ADD CONSTRAINT "Compaction_sessionId_fkey" FOREIGN KEY ("sessionId") REFERENCES "Session"("id") ON DELETE CASCADE ON UPDATE CASCADE;
