-- Prepares the tables for being distributed by "organization_id". No table is rewritten.

-- Ids are never updated. A distributed table allows no action on it.
DO $$
DECLARE
  key RECORD;
BEGIN
  CREATE TEMPORARY TABLE keys ON COMMIT DROP AS
    SELECT conrelid::regclass AS source, conname AS name,
      replace(replace(pg_get_constraintdef(oid), ' ON UPDATE CASCADE', ''), ' NOT VALID', '') AS definition
    FROM pg_constraint
    WHERE contype = 'f' AND confupdtype = 'c' AND conparentid = 0 AND connamespace = current_schema()::regnamespace
    ORDER BY conrelid, conname;
  FOR key IN SELECT * FROM keys LOOP
    EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I, ADD CONSTRAINT %I %s NOT VALID', key.source, key.name, key.name, key.definition);
  END LOOP;
  FOR key IN SELECT * FROM keys LOOP
    EXECUTE format('ALTER TABLE %s VALIDATE CONSTRAINT %I', key.source, key.name);
  END LOOP;
END $$;

-- Sessions of accounts have no organization, so that the table is not distributed, and no key leads from it to one that
-- is. People are deleted only with their organization.
ALTER TABLE "sessions" DROP CONSTRAINT "sessions_organization_id_user_id_fkey";
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE NO ACTION NOT VALID;
ALTER TABLE "sessions" VALIDATE CONSTRAINT "sessions_organization_id_fkey";

-- The hash is first, so that the same index finds credentials that do not name their organization.
CREATE UNIQUE INDEX "api_keys_key_hash_organization_id_key" ON "api_keys"("key_hash", "organization_id");
CREATE UNIQUE INDEX "oauth_codes_code_hash_organization_id_key" ON "oauth_codes"("code_hash", "organization_id");
CREATE UNIQUE INDEX "oauth_tokens_access_hash_organization_id_key" ON "oauth_tokens"("access_hash", "organization_id");
CREATE UNIQUE INDEX "oauth_tokens_refresh_hash_organization_id_key" ON "oauth_tokens"("refresh_hash", "organization_id");
CREATE UNIQUE INDEX "invitations_token_hash_organization_id_key" ON "invitations"("token_hash", "organization_id");
CREATE UNIQUE INDEX "uploads_key_organization_id_key" ON "uploads"("key", "organization_id");
DROP INDEX "api_keys_key_hash_key", "oauth_codes_code_hash_key", "oauth_tokens_access_hash_key",
  "oauth_tokens_refresh_hash_key", "invitations_token_hash_key", "uploads_key_key";

-- By hand: everything below.

-- Citus requires this for triggers of distributed tables. PostgreSQL accepts the unknown setting.
SET citus.enable_unsafe_triggers = on;

-- The rows of a statement and the marks are read and written by statements of their own, because a distributed
-- statement cannot read the rows of a trigger.
CREATE OR REPLACE FUNCTION "mark_revision"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  organization INTEGER;
BEGIN
  FOR organization IN SELECT DISTINCT organization_id FROM changed LOOP
    INSERT INTO revision_marks (organization_id, transaction)
    VALUES (organization, pg_current_xact_id()::text::bigint) ON CONFLICT DO NOTHING;
  END LOOP;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION "store_customer_documents"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  customer RECORD;
  words TSVECTOR;
BEGIN
  IF TG_OP = 'INSERT' THEN
    FOR customer IN SELECT organization_id, id, name, email FROM changed WHERE customer_since IS NOT NULL LOOP
      words := customer_document(customer.name, customer.email);
      INSERT INTO customer_documents (organization_id, id, document) VALUES (customer.organization_id, customer.id, words);
    END LOOP;
    RETURN NULL;
  END IF;
  FOR customer IN
    SELECT n.organization_id, n.id, n.name, n.email, n.customer_since
    FROM changed n JOIN former o ON o.organization_id = n.organization_id AND o.id = n.id
    WHERE (n.customer_since IS NULL) <> (o.customer_since IS NULL)
      OR (n.customer_since IS NOT NULL AND (o.name <> n.name OR o.email IS DISTINCT FROM n.email))
  LOOP
    IF customer.customer_since IS NULL THEN
      DELETE FROM customer_documents WHERE organization_id = customer.organization_id AND id = customer.id;
    ELSE
      words := customer_document(customer.name, customer.email);
      INSERT INTO customer_documents (organization_id, id, document) VALUES (customer.organization_id, customer.id, words)
      ON CONFLICT (organization_id, id) DO UPDATE SET document = words;
    END IF;
  END LOOP;
  RETURN NULL;
END $$;

-- Each server has a copy of "organizations", and the trigger of a copy may not write elsewhere. The verbs mark the
-- revision.
DROP TRIGGER "organizations_insert_revision" ON "organizations";
DROP TRIGGER "organizations_update_revision" ON "organizations";
DROP TRIGGER "organizations_delete_revision" ON "organizations";
DROP FUNCTION "mark_revision_of_organization"();

-- The following functions run one statement for each organization, in one transaction and one round trip. On a
-- distributed table, rows can be locked for one organization at a time.

-- Adds up to "most" marks of organizations to their counters. Returns their number.
CREATE FUNCTION "fold_revisions"("organizations" INTEGER[], "most" INTEGER) RETURNS INTEGER LANGUAGE plpgsql AS $$
DECLARE
  organization INTEGER;
  folded BIGINT;
  total INTEGER := 0;
BEGIN
  FOREACH organization IN ARRAY organizations LOOP
    WITH gone AS (
      DELETE FROM revision_marks WHERE organization_id = organization AND transaction IN (
        SELECT transaction FROM revision_marks WHERE organization_id = organization
        ORDER BY transaction LIMIT most - total FOR UPDATE SKIP LOCKED)
      RETURNING organization_id)
    SELECT count(*) INTO folded FROM gone;
    CONTINUE WHEN folded = 0;
    INSERT INTO revisions (organization_id, transactions) VALUES (organization, folded)
    ON CONFLICT (organization_id) DO UPDATE SET transactions = revisions.transactions + excluded.transactions;
    total := total + folded;
    EXIT WHEN total >= most;
  END LOOP;
  RETURN total;
END $$;

-- Leases webhook queues that are due and free to "holder". Returns those that no other worker has locked or taken.
CREATE FUNCTION "claim_lanes"("holder" TEXT, "organizations" INTEGER[], "webhooks" INTEGER[], "lease" INTERVAL)
RETURNS TABLE ("organization_id" INTEGER, "webhook_id" INTEGER) LANGUAGE plpgsql AS $$
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
      WHERE l.organization_id = organizations[number] AND l.webhook_id = taken.webhook_id
      RETURNING l.organization_id, l.webhook_id;
  END LOOP;
END $$;

-- Extends the leases of "holder" in organizations. Returns its queues.
CREATE FUNCTION "renew_lanes"("holder" TEXT, "organizations" INTEGER[], "lease" INTERVAL)
RETURNS TABLE ("organization_id" INTEGER, "webhook_id" INTEGER) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  organization INTEGER;
BEGIN
  FOREACH organization IN ARRAY organizations LOOP
    RETURN QUERY
      UPDATE webhook_lanes l SET leased_until = now() + lease
      WHERE l.organization_id = organization AND l.owner = holder AND l.leased_until >= now()
      RETURNING l.organization_id, l.webhook_id;
  END LOOP;
END $$;

-- Returns up to "most" free queues of a class, at most "share" of each organization less its held ones. Organizations
-- have their turns by id, from the one after "start" on. The backlog of one is not read to find the queues of others.
CREATE FUNCTION "waiting_lanes"("start" INTEGER, "class" BOOLEAN, "share" INTEGER, "held" JSONB, "most" INTEGER)
RETURNS SETOF webhook_lanes LANGUAGE plpgsql STABLE AS $$
DECLARE
  moment CONSTANT TIMESTAMPTZ := now()::timestamptz(3);
  organization INTEGER := start;
  found_rows INTEGER;
  total INTEGER := 0;
  is_second BOOLEAN := false;
BEGIN
  WHILE total < most LOOP
    SELECT l.organization_id INTO organization FROM webhook_lanes l
    WHERE l.organization_id > organization AND l.slow = class AND l.due_at <= moment AND (l.leased_until IS NULL OR l.leased_until < now())
    ORDER BY l.organization_id LIMIT 1;
    IF organization IS NULL THEN
      EXIT WHEN is_second;
      is_second := true;
      organization := 0;
      CONTINUE;
    END IF;
    EXIT WHEN is_second AND organization > start;
    RETURN QUERY
      SELECT l.* FROM webhook_lanes l
      WHERE l.organization_id = organization AND l.slow = class AND l.due_at <= moment AND (l.leased_until IS NULL OR l.leased_until < now())
      ORDER BY l.due_at LIMIT greatest(share - coalesce((held ->> organization::text)::int, 0), 0);
    GET DIAGNOSTICS found_rows = ROW_COUNT;
    total := total + found_rows;
  END LOOP;
END $$;
