-- AlterTable
ALTER TABLE "webhook_lanes" ADD COLUMN "app_organization_id" INTEGER,
ADD COLUMN "slow" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "unqueued_events" (
    "organization_id" INTEGER NOT NULL,
    "position" BIGINT NOT NULL,
    "event_id" BIGINT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "unqueued_events_pkey" PRIMARY KEY ("organization_id","position","event_id")
);

-- DropIndex
DROP INDEX "webhook_lanes_due_at_idx";

-- CreateIndex
CREATE INDEX "webhook_lanes_slow_due_at_idx" ON "webhook_lanes"("slow", "due_at");

-- CreateIndex
CREATE INDEX "webhook_lanes_organization_id_slow_due_at_idx" ON "webhook_lanes"("organization_id", "slow", "due_at");

-- By hand: lanes that are there already learn whose app they deliver for.
UPDATE "webhook_lanes" SET "app_organization_id" = "oauth_installs"."app_organization_id"
FROM "webhooks" JOIN "oauth_installs"
  ON ("oauth_installs"."organization_id", "oauth_installs"."id") = ("webhooks"."organization_id", "webhooks"."install_id")
WHERE ("webhooks"."organization_id", "webhooks"."id") = ("webhook_lanes"."organization_id", "webhook_lanes"."webhook_id");
