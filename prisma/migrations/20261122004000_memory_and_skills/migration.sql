-- AlterTable
ALTER TABLE "QueueItem" ADD COLUMN     "skill" JSONB;

-- AlterTable
ALTER TABLE "Run" ADD COLUMN     "briefing" JSONB;

-- AlterTable
ALTER TABLE "Session" ADD COLUMN     "memory" JSONB NOT NULL DEFAULT '{"recall": true}';

-- CreateTable
CREATE TABLE "Memory" (
    "id" UUID NOT NULL,
    "text" TEXT NOT NULL,
    "textHash" TEXT NOT NULL,
    "tags" TEXT[],
    "source" JSONB NOT NULL,
    "uses" INTEGER NOT NULL DEFAULT 0,
    "lastUsedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Memory_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "MemoryUse" (
    "memoryId" UUID NOT NULL,
    "sessionId" UUID NOT NULL,
    "seq" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "MemoryUse_pkey" PRIMARY KEY ("memoryId","sessionId","seq")
);

-- CreateIndex
CREATE UNIQUE INDEX "Memory_textHash_key" ON "Memory"("textHash");

-- CreateIndex
CREATE INDEX "MemoryUse_memoryId_at_idx" ON "MemoryUse"("memoryId", "at" DESC);

-- CreateIndex
CREATE INDEX "MemoryUse_sessionId_idx" ON "MemoryUse"("sessionId");

-- AddForeignKey
ALTER TABLE "MemoryUse" ADD CONSTRAINT "MemoryUse_memoryId_fkey" FOREIGN KEY ("memoryId") REFERENCES "Memory"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "MemoryUse" ADD CONSTRAINT "MemoryUse_sessionId_fkey" FOREIGN KEY ("sessionId") REFERENCES "Session"("id") ON DELETE CASCADE ON UPDATE CASCADE;


-- Tags as words, so that a memory is found and recalled by them too.
CREATE FUNCTION "tag_words"(tags text[]) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT array_to_string(tags, ' ')
$$;
CREATE INDEX "Memory_words" ON "Memory" USING gin ("search_words"(text || ' ' || "tag_words"(tags)));
