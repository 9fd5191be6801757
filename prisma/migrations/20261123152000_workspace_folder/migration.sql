-- The folder that is the workspace, as the file system knows it: nothing in the folder itself says so any more.
ALTER TABLE "Installation" ADD COLUMN "workspaceFolder" TEXT;
