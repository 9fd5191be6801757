-- CreateTable
CREATE TABLE "RecordFault" (
    "chain" TEXT NOT NULL,
    "seq" INTEGER NOT NULL,
    "reason" TEXT NOT NULL,
    "foundAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "RecordFault_pkey" PRIMARY KEY ("chain")
);
