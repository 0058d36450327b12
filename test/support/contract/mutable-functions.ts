/**
 * Functions whose result may differ between two statements with equal arguments (STABLE), by the catalogue of
 * PostgreSQL. `test/contract/statements.test.ts` finds those that statements use and that are missing here.
 */
const STABLE = [
  'array_to_string',
  'concat',
  'concat_ws',
  'current_setting',
  'date_part',
  'date_trunc',
  'extract',
  'format',
  'json_build_object',
  'jsonb_build_array',
  'jsonb_build_object',
  'now',
  'pg_current_xact_id',
  'pg_postmaster_start_time',
  'pg_relation_filepath',
  'pg_stat_get_bgwriter_stat_reset_time',
  'statement_timestamp',
  'to_char',
  'to_json',
  'to_jsonb',
  'to_regclass',
  'to_timestamp',
  'transaction_timestamp',
]

/** Functions whose result may differ between two calls of one statement. */
const VOLATILE = [
  'clock_timestamp',
  'gen_random_uuid',
  'nextval',
  'pg_advisory_xact_lock',
  'pg_advisory_xact_lock_shared',
  'pg_try_advisory_xact_lock',
  'random',
]

/** Functions that are IMMUTABLE with the name of a time zone. Statements use no others, such as `at local`. */
export const IMMUTABLE_WITH_ZONE: ReadonlySet<string> = new Set(['timezone'])
export const VOLATILE_FUNCTIONS: ReadonlySet<string> = new Set(VOLATILE)
export const MUTABLE_FUNCTIONS: ReadonlySet<string> = new Set([...STABLE, ...VOLATILE])
