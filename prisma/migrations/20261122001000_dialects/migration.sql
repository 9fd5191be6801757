-- AlterTable
ALTER TABLE "Call" ADD COLUMN     "span" JSONB;

-- AlterTable
ALTER TABLE "Run" ADD COLUMN     "malformed" INTEGER NOT NULL DEFAULT 0;
