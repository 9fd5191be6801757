-- What a Call that runs gave last, for whoever is asked about it where nobody saw its end.
ALTER TABLE "Call" ADD COLUMN "lastOutput" TEXT;
