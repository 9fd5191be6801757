-- A question that a server asks while a Call runs there is a Call of its own: which one it is asked for.
ALTER TABLE "Call" ADD COLUMN "parentCallId" UUID;
