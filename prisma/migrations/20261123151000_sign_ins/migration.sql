-- A sign-in is bound to the access token that it was made with. Of those before nobody knows it: they end here.
DELETE FROM "AuthSession";
ALTER TABLE "AuthSession" DROP CONSTRAINT "AuthSession_pkey",
  ADD COLUMN "id" UUID NOT NULL,
  ADD COLUMN "boundTo" TEXT NOT NULL,
  ADD COLUMN "userAgent" TEXT,
  ADD COLUMN "lastSeenAt" TIMESTAMPTZ(3) NOT NULL,
  ADD CONSTRAINT "AuthSession_pkey" PRIMARY KEY ("id");
CREATE UNIQUE INDEX "AuthSession_tokenHash_key" ON "AuthSession"("tokenHash");
