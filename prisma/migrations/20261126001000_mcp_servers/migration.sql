-- Servers of tools, as the owner named them; what each last said that it has; and which definitions of its tools were
-- accepted.
CREATE TABLE "McpServer" (
  "id" UUID NOT NULL,
  "name" TEXT NOT NULL,
  "command" TEXT,
  "args" JSONB NOT NULL,
  "env" JSONB NOT NULL,
  "url" TEXT,
  "headers" JSONB NOT NULL,
  "enabled" BOOLEAN NOT NULL,
  "sandbox" JSONB NOT NULL,
  "fromFile" BOOLEAN NOT NULL DEFAULT false,
  "status" TEXT NOT NULL,
  "error" TEXT,
  "catalog" JSONB,
  "createdAt" TIMESTAMPTZ(3) NOT NULL,
  "updatedAt" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "McpServer_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "McpServer_one_reach" CHECK (("command" IS NULL) <> ("url" IS NULL))
);
CREATE UNIQUE INDEX "McpServer_name_key" ON "McpServer"("name");

CREATE TABLE "ToolPin" (
  "tool" TEXT NOT NULL,
  "serverId" UUID NOT NULL,
  "definitionHash" TEXT NOT NULL,
  "at" TIMESTAMPTZ(3) NOT NULL,
  "by" JSONB NOT NULL,
  CONSTRAINT "ToolPin_pkey" PRIMARY KEY ("tool")
);
CREATE INDEX "ToolPin_serverId_idx" ON "ToolPin"("serverId");
ALTER TABLE "ToolPin" ADD CONSTRAINT "ToolPin_serverId_fkey" FOREIGN KEY ("serverId")
  REFERENCES "McpServer"("id") ON DELETE CASCADE ON UPDATE CASCADE;
