-- AlterTable
ALTER TABLE "RecordFault" ADD COLUMN     "stops" BOOLEAN NOT NULL DEFAULT true;

-- CreateTable
CREATE TABLE "RecordCheck" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "ok" BOOLEAN NOT NULL,

    CONSTRAINT "RecordCheck_pkey" PRIMARY KEY ("id")
);
