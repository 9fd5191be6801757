-- What is attached to messages and Results, by the hash of it: pictures, encoded anew, and the texts of files, masked.
CREATE TABLE "Attachment" (
  "sessionId" UUID NOT NULL,
  "hash" TEXT NOT NULL,
  "mediaType" TEXT NOT NULL,
  "bytes" BYTEA NOT NULL,
  CONSTRAINT "Attachment_pkey" PRIMARY KEY ("sessionId", "hash"),
  CONSTRAINT "Attachment_sessionId_fkey" FOREIGN KEY ("sessionId") REFERENCES "Session"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE TRIGGER "append_only" BEFORE UPDATE ON "Attachment" FOR EACH ROW EXECUTE FUNCTION "refuse_change"();

-- The files that a person's message came with.
ALTER TABLE "Entry" ADD COLUMN "attachments" JSONB;
ALTER TABLE "QueueItem" ADD COLUMN "attachments" JSONB;

-- Whether a model sees pictures, as a person said.
ALTER TABLE "ModelSetting" ADD COLUMN "images" BOOLEAN;
