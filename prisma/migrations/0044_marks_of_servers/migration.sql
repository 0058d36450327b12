-- By hand: a mark names the server of its transaction, because the rows of an organization, with the marks that are not
-- compacted yet, may be moved to another server, on which a transaction has the same id. Ids of transactions need fewer
-- than 48 bits. The others come from the start time of the server.
CREATE OR REPLACE FUNCTION "mark_revision"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  organization INTEGER;
  server CONSTANT BIGINT := (extract(epoch FROM pg_postmaster_start_time()) * 1000000)::bigint & 32767;
BEGIN
  FOR organization IN SELECT DISTINCT organization_id FROM changed LOOP
    INSERT INTO revision_marks (organization_id, transaction)
    VALUES (organization, server << 48 | pg_current_xact_id()::text::bigint) ON CONFLICT DO NOTHING;
  END LOOP;
  RETURN NULL;
END $$;
