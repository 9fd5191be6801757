-- How much of the Call was on its person's screen; unknown of Decisions made before, and by programs.
ALTER TABLE "Decision" ADD COLUMN     "seen" TEXT;
