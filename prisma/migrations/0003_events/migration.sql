-- CreateEnum
CREATE TYPE "delivery_state" AS ENUM ('pending', 'succeeded', 'failed', 'held', 'canceled');

-- CreateEnum
CREATE TYPE "attempt_outcome" AS ENUM ('delivered', 'failed', 'refused');

-- AlterTable
ALTER TABLE "webhooks" ADD COLUMN     "created_by_id" INTEGER,
ADD COLUMN     "disabled_at" TIMESTAMPTZ(3),
ADD COLUMN     "disabled_reason" TEXT,
ADD COLUMN     "document" TEXT,
ADD COLUMN     "failing_since" TIMESTAMPTZ(3),
ADD COLUMN     "name" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "previous_secret_ciphertext" BYTEA,
ADD COLUMN     "previous_secret_until" TIMESTAMPTZ(3),
ADD COLUMN     "secret_ciphertext" BYTEA;

-- CreateTable
CREATE TABLE "events" (
    "organization_id" INTEGER NOT NULL,
    "position" BIGINT NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "type" TEXT NOT NULL,
    "subject_id" INTEGER NOT NULL,
    "snapshot" JSONB NOT NULL,
    "before" JSONB,
    "after" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "events_pkey" PRIMARY KEY ("organization_id","position","id","created_at")
) PARTITION BY RANGE ("created_at");

-- CreateTable
CREATE TABLE "event_log" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "shift" BIGINT NOT NULL DEFAULT 0,
    "forgotten" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "event_log_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "bridge_cursor" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "position" BIGINT NOT NULL DEFAULT 0,
    "event_id" BIGINT NOT NULL DEFAULT 0,
    "reached_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "bridge_cursor_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_lanes" (
    "organization_id" INTEGER NOT NULL,
    "webhook_id" INTEGER NOT NULL,
    "due_at" TIMESTAMPTZ(3),
    "owner" TEXT,
    "leased_until" TIMESTAMPTZ(3),
    "wakes" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "webhook_lanes_pkey" PRIMARY KEY ("organization_id","webhook_id")
);

-- CreateTable
CREATE TABLE "deliveries" (
    "organization_id" INTEGER NOT NULL,
    "webhook_id" INTEGER NOT NULL,
    "event_position" BIGINT NOT NULL,
    "event_id" BIGINT NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "event_type" TEXT NOT NULL,
    "state" "delivery_state" NOT NULL DEFAULT 'pending',
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "body" TEXT,
    "reason" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "deliveries_pkey" PRIMARY KEY ("organization_id","webhook_id","event_position","event_id","created_at")
) PARTITION BY RANGE ("created_at");

-- CreateTable
CREATE TABLE "delivery_attempts" (
    "organization_id" INTEGER NOT NULL,
    "webhook_id" INTEGER NOT NULL,
    "delivery_id" BIGINT NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "number" INTEGER NOT NULL,
    "outcome" "attempt_outcome" NOT NULL,
    "status" INTEGER,
    "duration_ms" INTEGER NOT NULL,
    "response" TEXT,
    "error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "delivery_attempts_pkey" PRIMARY KEY ("organization_id","delivery_id","number","created_at")
) PARTITION BY RANGE ("created_at");

-- CreateIndex
CREATE INDEX "events_position_id_idx" ON "events"("position", "id");

-- CreateIndex
CREATE INDEX "webhook_lanes_due_at_idx" ON "webhook_lanes"("due_at");

-- CreateIndex
CREATE INDEX "deliveries_organization_id_id_idx" ON "deliveries"("organization_id", "id");

-- CreateIndex
CREATE INDEX "delivery_attempts_organization_id_webhook_id_id_idx" ON "delivery_attempts"("organization_id", "webhook_id", "id");

-- AddForeignKey
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_organization_id_created_by_id_fkey" FOREIGN KEY ("organization_id", "created_by_id") REFERENCES "users"("organization_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_lanes" ADD CONSTRAINT "webhook_lanes_organization_id_webhook_id_fkey" FOREIGN KEY ("organization_id", "webhook_id") REFERENCES "webhooks"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- By hand: what the models cannot say.

-- The parts by week are made ahead of time by the service; what falls into none is kept here.
CREATE TABLE "events_other" PARTITION OF "events" DEFAULT;
CREATE TABLE "deliveries_other" PARTITION OF "deliveries" DEFAULT;
CREATE TABLE "delivery_attempts_other" PARTITION OF "delivery_attempts" DEFAULT;

-- What a webhook's lane has in hand: what is due first, in the order of events.
CREATE INDEX "deliveries_pending" ON "deliveries" ("organization_id", "webhook_id", "due_at", "event_position", "event_id") WHERE "state" = 'pending';
-- What waits until its webhook is enabled, or is canceled with it.
CREATE INDEX "deliveries_held" ON "deliveries" ("organization_id", "webhook_id") WHERE "state" = 'held';

-- Small rows that change all the time.
ALTER TABLE "webhook_lanes" SET (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500);
ALTER TABLE "bridge_cursor" SET (fillfactor = 10, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500);

ALTER TABLE "event_log" ADD CONSTRAINT "event_log_one_row" CHECK ("id" = 1);
INSERT INTO "event_log" DEFAULT VALUES;
ALTER TABLE "bridge_cursor" ADD CONSTRAINT "bridge_cursor_one_row" CHECK ("id" = 1);
INSERT INTO "bridge_cursor" DEFAULT VALUES;
