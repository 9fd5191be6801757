-- AlterTable
ALTER TABLE "Run" ADD COLUMN     "deeds" JSONB NOT NULL DEFAULT '[]';
