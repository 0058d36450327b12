-- By hand: the bodies of results are one text in UTF-8, of which each result has a part from `body_start` on, both in bytes.
-- In JSON, PostgreSQL reads each character of a body twice. Otherwise as before.
CREATE OR REPLACE FUNCTION "store_results"("results" JSON, "bodies" BYTEA, "again" BOOLEAN) RETURNS VOID LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET plan_cache_mode = force_generic_plan
AS $$
DECLARE
  result JSON;
  missing JSON[] := '{}';
BEGIN
  IF again THEN
    FOR result IN SELECT value FROM json_array_elements(results) LOOP
      CONTINUE WHEN EXISTS (
        SELECT FROM delivery_attempts a
        WHERE a.organization_id = (result ->> 'organization_id')::int
          AND a.delivery_id = (result ->> 'delivery_id')::bigint AND a.number >= (result ->> 'number')::int
          AND a.created_at = (result ->> 'created_at')::timestamptz);
      missing := array_append(missing, result);
    END LOOP;
    results := array_to_json(missing);
  END IF;
  -- The times are computed before they meet the rows, because each server has some of these.
  WITH given AS MATERIALIZED (
    SELECT r.*, now() + wait_ms * interval '1 millisecond' AS due_at,
      coalesce(r.body, convert_from(substring(bodies, r.body_start, r.body_length), 'UTF8')) AS sent_body
    FROM json_to_recordset(results) AS r (
      organization_id int, webhook_id int, delivery_id bigint, event_position bigint, event_id bigint,
      event_created_at timestamptz, number int, tries int, body text, body_start int, body_length int,
      outcome attempt_outcome, status int, duration_ms int, request_headers json, response_headers json,
      headers_truncated bool, response text, error text, created_at timestamptz, state delivery_state, wait_ms float8,
      reason text)),
  updated AS (
    UPDATE deliveries d SET
      state = CASE WHEN d.state = 'pending' THEN r.state ELSE d.state END,
      reason = CASE WHEN d.state = 'pending' THEN r.reason ELSE d.reason END,
      due_at = CASE WHEN d.attempts < r.number THEN r.due_at ELSE d.due_at END,
      tries = CASE WHEN d.attempts < r.number THEN r.tries ELSE d.tries END,
      attempts = d.attempts + 1, body = coalesce(d.body, r.sent_body), updated_at = now()
    FROM given r
    WHERE d.organization_id = r.organization_id AND d.webhook_id = r.webhook_id AND d.event_position = r.event_position
      AND d.event_id = r.event_id AND d.created_at = r.event_created_at AND d.id = r.delivery_id
    RETURNING r.organization_id, r.webhook_id, r.delivery_id, d.attempts AS number, r.outcome, r.status, r.duration_ms,
      r.request_headers, r.response_headers, r.headers_truncated, r.response, r.error, r.created_at)
  INSERT INTO delivery_attempts (organization_id, webhook_id, delivery_id, number, outcome, status, duration_ms,
    request_headers, response_headers, headers_truncated, response, error, created_at)
  SELECT organization_id, webhook_id, delivery_id, number, outcome, status, duration_ms,
    request_headers, response_headers, headers_truncated, response, error, created_at FROM updated;
END $$;

-- Processes of the version before have the body in each result.
CREATE OR REPLACE FUNCTION "store_results"("results" JSON, "again" BOOLEAN) RETURNS VOID LANGUAGE sql
AS $$ SELECT store_results(results, NULL, again) $$;
