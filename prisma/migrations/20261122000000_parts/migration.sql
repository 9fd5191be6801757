-- AlterTable
ALTER TABLE "Request" ADD COLUMN     "parts" JSONB NOT NULL DEFAULT '[]';
