-- A form has its fields in the order in which a server names them: JSONB forgets it.
ALTER TABLE "McpServer" ALTER COLUMN "catalog" TYPE JSON USING "catalog"::json;
