-- What the server says, by its code and parameters, beside the English text.
ALTER TABLE "Entry" ADD COLUMN "words" JSONB;
