ALTER TABLE "Person" ADD COLUMN "email" TEXT;
CREATE TABLE "PersonIdentity" (
  "issuer" TEXT NOT NULL,
  "subject" TEXT NOT NULL,
  "personId" UUID NOT NULL,
  CONSTRAINT "PersonIdentity_pkey" PRIMARY KEY ("issuer", "subject")
);
