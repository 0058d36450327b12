-- CreateTable
CREATE TABLE "unfinished_deliveries" (
    "organization_id" INTEGER NOT NULL,
    "webhook_id" INTEGER NOT NULL,
    "state" "delivery_state" NOT NULL,
    "reason" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "unfinished_deliveries_pkey" PRIMARY KEY ("organization_id","webhook_id")
);

-- By hand: what a receiver has not had, in the order in which it is made once more.
CREATE INDEX "deliveries_undelivered" ON "deliveries" ("organization_id", "id") WHERE "state" IN ('failed', 'held', 'canceled');
-- What was held is queued in the order of its events, a batch at a time.
DROP INDEX "deliveries_held";
CREATE INDEX "deliveries_held" ON "deliveries" ("organization_id", "webhook_id", "event_position", "event_id") WHERE "state" = 'held';
