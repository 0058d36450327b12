-- By hand: releases webhook queues of "holder" at the versions in which it has found them empty, until their next
-- delivery is due. Returns those that were released. A queue that another transaction has locked is left out, so that
-- the others do not wait for it. Each statement is about one organization.
CREATE FUNCTION "release_lanes"(
  "holder" TEXT, "organizations" INTEGER[], "webhooks" INTEGER[], "versions" BIGINT[], "slows" BOOLEAN[])
RETURNS TABLE ("organization_id" INTEGER, "webhook_id" INTEGER) LANGUAGE plpgsql AS $$
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
      WHERE l.organization_id = organizations[number] AND l.webhook_id = held.webhook_id
      RETURNING l.organization_id, l.webhook_id;
  END LOOP;
END $$;
