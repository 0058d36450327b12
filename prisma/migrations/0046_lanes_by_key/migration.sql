-- By hand: the updates find a queue by its key. Before, PostgreSQL read all queues for each one that it leased or
-- released, with a plan for a small table. Otherwise as before.
CREATE OR REPLACE FUNCTION "claim_lanes"("holder" TEXT, "organizations" INTEGER[], "webhooks" INTEGER[], "lease" INTERVAL)
RETURNS TABLE ("organization_id" INTEGER, "webhook_id" INTEGER) LANGUAGE plpgsql
SET enable_seqscan = off
AS $$
#variable_conflict use_column
DECLARE
  number INTEGER;
BEGIN
  FOR number IN 1 .. cardinality(organizations) LOOP
    RETURN QUERY
      WITH taken AS (
        SELECT l.organization_id, l.webhook_id FROM webhook_lanes l
        WHERE l.organization_id = organizations[number] AND l.webhook_id = webhooks[number]
          AND l.due_at <= now()::timestamptz(3) AND (l.leased_until IS NULL OR l.leased_until < now())
        FOR UPDATE SKIP LOCKED)
      UPDATE webhook_lanes l SET owner = holder, leased_until = now() + lease FROM taken
      WHERE l.organization_id = organizations[number] AND l.webhook_id = webhooks[number]
        AND l.webhook_id = taken.webhook_id
      RETURNING l.organization_id, l.webhook_id;
  END LOOP;
END $$;

CREATE OR REPLACE FUNCTION "release_lanes"(
  "holder" TEXT, "organizations" INTEGER[], "webhooks" INTEGER[], "versions" BIGINT[], "slows" BOOLEAN[])
RETURNS TABLE ("organization_id" INTEGER, "webhook_id" INTEGER) LANGUAGE plpgsql
SET enable_seqscan = off
AS $$
#variable_conflict use_column
DECLARE
  number INTEGER;
BEGIN
  FOR number IN 1 .. cardinality(organizations) LOOP
    RETURN QUERY
      WITH held AS (
        SELECT l.organization_id, l.webhook_id FROM webhook_lanes l
        WHERE l.organization_id = organizations[number] AND l.webhook_id = webhooks[number]
          AND l.owner = holder AND l.wakes = versions[number]
        FOR UPDATE SKIP LOCKED)
      UPDATE webhook_lanes l SET owner = NULL, leased_until = NULL, slow = slows[number], due_at = (
        SELECT greatest(next.due_at, now()) FROM (
          SELECT d.due_at FROM deliveries d
          WHERE d.organization_id = organizations[number] AND d.webhook_id = webhooks[number] AND d.state = 'pending'
          ORDER BY d.due_at LIMIT 1) next)
      FROM held
      WHERE l.organization_id = organizations[number] AND l.webhook_id = webhooks[number]
        AND l.webhook_id = held.webhook_id
      RETURNING l.organization_id, l.webhook_id;
  END LOOP;
END $$;
