-- Why something went wrong, by its code and parameters, beside the English text.
ALTER TABLE "Channel" ADD COLUMN "lastErrorMessage" JSONB;
ALTER TABLE "McpServer" ADD COLUMN "errorMessage" JSONB;
ALTER TABLE "Plan" ADD COLUMN "becauseMessage" JSONB;
ALTER TABLE "RecordFault" ADD COLUMN "message" JSONB;
