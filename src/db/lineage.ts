import type pg from 'pg'

/**
 * The history that a database is in. Two states of the data may have the same counters only if their histories differ:
 * a failover, a restored backup and a crash that lost commits each begin another one.
 */
export type Lineage = {
  /** SQL expression of the present history's name; null on a server that takes no writes. */
  sql(): string
  /**
   * Compares what `sql` was on a connection with what was reported last.
   * @throws Error 25006 for null
   */
  report(present: string | null): string
  /** Calls `forget` when a history is reported that is not the last one; returns what ends it. */
  onChange(forget: () => void): () => void
  /** Finds out which parts the user of a connection may read. @throws Error 25006 when its server takes no writes */
  prepare(client: pg.ClientBase): Promise<void>
  /** Reports the history of a connection. @throws Error 25006 when its server takes no writes */
  check(client: pg.ClientBase): Promise<void>
}

/**
 * Start of the server, which differs between two servers and changes with every restart; start of its statistics, which
 * a recovery from a crash begins again although the server's first process goes on; files of a table, which change when a
 * restore makes the database or the table again or truncates it. Each costs less than a microsecond.
 */
const PARTS = [
  'pg_postmaster_start_time()',
  'pg_stat_get_bgwriter_stat_reset_time()',
  `pg_relation_filepath(to_regclass('revisions'))`,
]
/** Changes with a promotion. Some managed servers refuse it; the other parts then tell as much. */
const TIMELINE = 'left(pg_walfile_name(pg_current_wal_insert_lsn()), 8)'
/** PostgreSQL: insufficient privilege, feature not supported, undefined function. */
const REFUSALS = new Set(['42501', '0A000', '42883'])
const READ_ONLY = '25006'
const PATIENCE_MS = 10_000

/** Begins with no history reported. */
export function createLineage(): Lineage {
  const listeners = new Set<() => void>()
  let parts = [...PARTS, TIMELINE]
  let last: string | null = null

  const sql = () =>
    `case when current_setting('transaction_read_only')::boolean then null else concat_ws('/', ${parts.join(', ')}) end`
  const read = async (client: pg.ClientBase) => {
    const statement = { text: `select ${sql()} as lineage`, query_timeout: PATIENCE_MS }
    const { rows } = await client.query<{ lineage: string | null }>(statement)
    return rows[0]?.lineage ?? null
  }
  const report = (present: string | null) => {
    if (present === null) throw readOnly()
    const isOther = last !== null && last !== present
    last = present
    if (isOther) for (const forget of listeners) forget()
    return present
  }
  return {
    sql,
    report,
    onChange(forget) {
      listeners.add(forget)
      return () => listeners.delete(forget)
    },
    async prepare(client) {
      const present = await read(client).catch((error: unknown) => {
        if (!REFUSALS.has((error as { code?: string }).code ?? '')) throw error
        parts = PARTS
        return read(client)
      })
      report(present)
    },
    check: async (client) => void report(await read(client)),
  }
}

/** Whether an error says that a server takes no writes: a standby, or one whose `default_transaction_read_only` is on. */
export const isReadOnly = (error: unknown) => (error as { code?: string } | null)?.code === READ_ONLY

/** With the fields by which database adapters know PostgreSQL's own errors. */
function readOnly(): Error {
  return Object.assign(new Error('The database server is read-only'), { code: READ_ONLY, severity: 'ERROR' })
}
