-- Events have a number within their organization, given after the commit. Stop the processes of the version before:
-- they cannot record after this migration. No large table is rewritten; "events" gets a new primary key.

-- CreateTable
CREATE TABLE "event_box" (
    "organization_id" INTEGER NOT NULL,
    "event_id" BIGINT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "event_box_pkey" PRIMARY KEY ("organization_id","event_id")
);

-- CreateTable
CREATE TABLE "event_heads" (
    "organization_id" INTEGER NOT NULL,
    "last" BIGINT NOT NULL DEFAULT 0,
    "forgotten" BIGINT NOT NULL DEFAULT 0,
    "deferred" BOOLEAN NOT NULL DEFAULT false,
    "lineage" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "event_heads_pkey" PRIMARY KEY ("organization_id")
);

-- CreateTable
CREATE TABLE "event_order" (
    "organization_id" INTEGER NOT NULL,
    "number" BIGINT NOT NULL,
    "event_id" BIGINT NOT NULL,
    "of_post" INTEGER,
    "of_object" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "event_order_pkey" PRIMARY KEY ("organization_id","number","created_at")
) PARTITION BY RANGE ("created_at");

-- By hand: what the models cannot express.
CREATE TABLE "event_order_other" PARTITION OF "event_order" DEFAULT;

-- Small rows that change all the time.
ALTER TABLE "event_box" SET (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500);
ALTER TABLE "event_heads" SET (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500);

-- The weeks of "events".
DO $$
DECLARE
  week record;
BEGIN
  FOR week IN
    SELECT c.relname AS name, pg_get_expr(c.relpartbound, c.oid) AS bounds FROM pg_inherits i
    JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'events'::regclass AND c.relname ~ '^events_[0-9]{8}$'
  LOOP
    EXECUTE format('CREATE TABLE %I PARTITION OF "event_order" %s', 'event_order_' || right(week.name, 8), week.bounds);
  END LOOP;
END $$;

-- All numbers are above all former positions: ids that were given out before cannot be mistaken for numbers.
INSERT INTO "event_heads" ("organization_id", "last", "forgotten")
SELECT o."id", p."last" + 1, p."last" + 1 FROM "organizations" o,
  (SELECT greatest((SELECT max("position") FROM "events"), (SELECT "forgotten" FROM "event_log"),
    (SELECT "position" FROM "bridge_cursor"), 0) AS "last") p;

-- Events that were queued for webhooks have an order. The others are numbered like new ones.
INSERT INTO "event_order" ("organization_id", "number", "event_id", "of_post", "of_object", "created_at")
SELECT e."organization_id", h."last" + row_number() OVER (PARTITION BY e."organization_id" ORDER BY e."position", e."id"), e."id",
  CASE WHEN e."post_id" IS NOT NULL OR e."type" LIKE 'post%' THEN coalesce(e."post_id", e."subject_id") END,
  CASE WHEN e."type" NOT LIKE 'post%' AND e."type" NOT LIKE 'vote%' THEN e."subject_id" END,
  e."created_at"
FROM "events" e JOIN "event_heads" h ON h."organization_id" = e."organization_id", "bridge_cursor" c
WHERE (e."position", e."id") <= (c."position", c."event_id");

INSERT INTO "event_box" ("organization_id", "event_id", "created_at")
SELECT e."organization_id", e."id", e."created_at"
FROM "events" e JOIN "event_heads" h ON h."organization_id" = e."organization_id", "bridge_cursor" c
WHERE (e."position", e."id") > (c."position", c."event_id");

UPDATE "event_heads" h SET "last" = o."last"
FROM (SELECT "organization_id", max("number") AS "last" FROM "event_order" GROUP BY 1) o
WHERE o."organization_id" = h."organization_id";

-- CreateIndex
CREATE INDEX "event_order_organization_id_event_id_idx" ON "event_order"("organization_id", "event_id");
-- The events of a post, its votes and its comments, and those of any other object.
CREATE INDEX "event_order_of_post" ON "event_order" ("organization_id", "of_post", "number") WHERE "of_post" IS NOT NULL;
CREATE INDEX "event_order_of_object" ON "event_order" ("organization_id", "of_object", "number") WHERE "of_object" IS NOT NULL;

UPDATE "unqueued_events" u SET "position" = o."number" FROM "event_order" o
WHERE o."organization_id" = u."organization_id" AND o."event_id" = u."event_id" AND o."created_at" = u."created_at";
UPDATE "event_heads" SET "deferred" = true WHERE "organization_id" IN (SELECT "organization_id" FROM "unqueued_events");

-- Drops the primary key and the indexes that start with or contain the position.
ALTER TABLE "events" DROP CONSTRAINT "events_pkey";
DROP INDEX "events_position_id_idx", "events_of_post", "events_of_subject";
ALTER TABLE "events" DROP COLUMN "position", ADD CONSTRAINT "events_pkey" PRIMARY KEY ("organization_id", "id", "created_at");
DROP TABLE "event_log";
DROP TABLE "bridge_cursor";

-- Parts by week of the order as well.
CREATE OR REPLACE FUNCTION "make_part"("parent" text, "part" text, "first" timestamptz, "last" timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT SET timezone = 'UTC' SET datestyle = 'ISO' AS $$
BEGIN
  IF parent NOT IN ('event_order', 'events', 'deliveries', 'delivery_attempts') OR part !~ ('^' || parent || '_[0-9]{8}$') THEN
    RAISE EXCEPTION '% is not a part by week', part USING ERRCODE = 'insufficient_privilege';
  END IF;
  EXECUTE format('CREATE TABLE IF NOT EXISTS %1$I.%2$I PARTITION OF %1$I.%3$I FOR VALUES FROM (%4$L) TO (%5$L)',
    current_schema(), part, parent, first, last);
END $$;

CREATE OR REPLACE FUNCTION "drop_part"("parent" text, "part" text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  IF parent NOT IN ('event_order', 'events', 'deliveries', 'delivery_attempts') OR part !~ ('^' || parent || '_[0-9]{8}$')
    OR NOT EXISTS (SELECT FROM pg_catalog.pg_inherits
      WHERE inhrelid = to_regclass(format('%I.%I', current_schema(), part))
        AND inhparent = to_regclass(format('%I.%I', current_schema(), parent))) THEN
    RAISE EXCEPTION '% is not a part by week', part USING ERRCODE = 'insufficient_privilege';
  END IF;
  EXECUTE format('DROP TABLE %I.%I', current_schema(), part);
END $$;
