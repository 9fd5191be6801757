-- Whether the conversation itself tells the model plan, state and mode. Until now each Request said them anew before it.
ALTER TABLE "Session" ADD COLUMN "oriented" BOOLEAN NOT NULL DEFAULT false;
