-- By hand: stores results of attempts as `src/delivery/store-results.ts` describes. With "again", leaves out those that
-- are stored. The settings keep PostgreSQL from reading a whole partition for some rows, which it prefers while its
-- statistics are old, so that one plan is good for tables of any size.
CREATE FUNCTION "store_results"("results" JSON, "again" BOOLEAN) RETURNS VOID LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET plan_cache_mode = force_generic_plan
AS $$
BEGIN
  -- The times are computed before they meet the rows, because each server has some of these.
  WITH given AS MATERIALIZED (
    SELECT *, now() + wait_ms * interval '1 millisecond' AS due_at FROM json_to_recordset(results) AS r (
      organization_id int, webhook_id int, delivery_id bigint, event_position bigint, event_id bigint,
      event_created_at timestamptz, number int, tries int, body text, outcome attempt_outcome, status int,
      duration_ms int, request_headers json, response_headers json, headers_truncated bool, response text, error text,
      created_at timestamptz, state delivery_state, wait_ms float8, reason text)),
  result AS (
    SELECT * FROM given WHERE NOT again OR NOT EXISTS (
      SELECT FROM delivery_attempts a
      WHERE a.organization_id = given.organization_id AND a.delivery_id = given.delivery_id
        AND a.number >= given.number AND a.created_at = given.created_at)),
  updated AS (
    UPDATE deliveries d SET
      state = CASE WHEN d.state = 'pending' THEN r.state ELSE d.state END,
      reason = CASE WHEN d.state = 'pending' THEN r.reason ELSE d.reason END,
      due_at = CASE WHEN d.attempts < r.number THEN r.due_at ELSE d.due_at END,
      tries = CASE WHEN d.attempts < r.number THEN r.tries ELSE d.tries END,
      attempts = d.attempts + 1, body = coalesce(d.body, r.body), updated_at = now()
    FROM result r
    WHERE d.organization_id = r.organization_id AND d.webhook_id = r.webhook_id AND d.event_position = r.event_position
      AND d.event_id = r.event_id AND d.created_at = r.event_created_at
    RETURNING r.organization_id, r.webhook_id, r.delivery_id, d.attempts AS number, r.outcome, r.status, r.duration_ms,
      r.request_headers, r.response_headers, r.headers_truncated, r.response, r.error, r.created_at)
  INSERT INTO delivery_attempts (organization_id, webhook_id, delivery_id, number, outcome, status, duration_ms,
    request_headers, response_headers, headers_truncated, response, error, created_at)
  SELECT organization_id, webhook_id, delivery_id, number, outcome, status, duration_ms,
    request_headers, response_headers, headers_truncated, response, error, created_at FROM updated;
END $$;
