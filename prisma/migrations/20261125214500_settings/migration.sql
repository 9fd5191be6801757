-- What people set of the whole installation, by name. First: the internal hosts that requests may go to.
CREATE TABLE "Setting" (
  "id" TEXT NOT NULL,
  "value" JSONB NOT NULL,
  "updatedAt" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "Setting_pkey" PRIMARY KEY ("id")
);
