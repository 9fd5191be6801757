-- CreateTable
CREATE TABLE "Plan" (
    "sessionId" UUID NOT NULL,
    "revision" INTEGER NOT NULL,
    "steps" JSON NOT NULL,
    "because" TEXT,
    "approved" BOOLEAN,
    "callId" UUID,
    "seq" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Plan_pkey" PRIMARY KEY ("sessionId","revision")
);

-- CreateTable
CREATE TABLE "State" (
    "sessionId" UUID NOT NULL,
    "revision" INTEGER NOT NULL,
    "value" JSON NOT NULL,
    "callId" UUID,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "State_pkey" PRIMARY KEY ("sessionId","revision")
);

-- AddForeignKey
ALTER TABLE "Plan" ADD CONSTRAINT "Plan_sessionId_fkey" FOREIGN KEY ("sessionId") REFERENCES "Session"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "State" ADD CONSTRAINT "State_sessionId_fkey" FOREIGN KEY ("sessionId") REFERENCES "Session"("id") ON DELETE CASCADE ON UPDATE CASCADE;


-- A revision stays as it was.
CREATE TRIGGER "append_only" BEFORE UPDATE ON "Plan" FOR EACH ROW EXECUTE FUNCTION "refuse_change"();
CREATE TRIGGER "append_only" BEFORE UPDATE ON "State" FOR EACH ROW EXECUTE FUNCTION "refuse_change"();
