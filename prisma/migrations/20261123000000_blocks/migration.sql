-- AlterTable
ALTER TABLE "Session" ADD COLUMN     "blocks" TEXT NOT NULL DEFAULT 'off';
