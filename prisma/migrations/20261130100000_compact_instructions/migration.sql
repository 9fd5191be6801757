-- What a person asks of the summary that a Run is to make.
ALTER TABLE "Run" ADD COLUMN "compactInstructions" TEXT;
