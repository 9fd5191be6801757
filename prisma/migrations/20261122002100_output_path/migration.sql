-- AlterTable
ALTER TABLE "Call" ADD COLUMN     "outputPath" TEXT;
