import type pg from 'pg'

/** Compares the histories that a process meets on its connections. */
export type Lineage = {
  /**
   * Compares what `LINEAGE` was on a connection with what was reported last.
   * @throws Error 25006 for null
   */
  report(present: string | null): string
  /**
   * Reads and reports `LINEAGE` on a connection, for which its server has `timeoutMs`.
   * @throws Error 25006 when the server takes no writes
   */
  check(client: pg.ClientBase, timeoutMs?: number): Promise<void>
  /** Calls `forget` when a history is reported that is not the last one; returns what ends it. */
  onChange(forget: () => void): () => void
}

/**
 * SQL of a name for the history that the data are in; null on a server that takes no writes. While it is the same, no
 * committed change has been lost. It consists of
 * - the start of the server, which differs between two servers and changes with every restart,
 * - the start of its statistics, which a recovery from a crash begins again although the first process goes on,
 * - the files of a table, which change when a restore makes the database or the table again or truncates it.
 *
 * Any user may read them, and all three together take about a microsecond.
 */
export const LINEAGE = `case when current_setting('transaction_read_only')::boolean then null else concat_ws('/',
    extract(epoch from pg_postmaster_start_time()), extract(epoch from pg_stat_get_bgwriter_stat_reset_time()),
    pg_relation_filepath(to_regclass('revisions'))) end`

const READ_ONLY = '25006'
const ANSWER_MS = 10_000
/** The words of node-postgres for `query_timeout`. */
const NO_ANSWER = 'Query read timeout'

/** Begins with no history reported. */
export function createLineage(): Lineage {
  const listeners = new Set<() => void>()
  let last: string | null = null
  const report = (present: string | null) => {
    if (present === null) throw readOnly()
    const isOther = last !== null && last !== present
    last = present
    if (isOther) for (const forget of listeners) forget()
    return present
  }
  return {
    report,
    async check(client, timeoutMs = ANSWER_MS) {
      const statement = { text: `select ${LINEAGE} as lineage`, query_timeout: timeoutMs }
      const { rows } = await client
        .query<{ lineage: string | null }>(statement)
        .catch((error: Error) => Promise.reject(error.message === NO_ANSWER ? notConnected(error) : error))
      report(rows[0]?.lineage ?? null)
    },
    onChange(forget) {
      listeners.add(forget)
      return () => listeners.delete(forget)
    },
  }
}

/** Whether an error says that a server takes no writes: a standby, or one whose `default_transaction_read_only` is on. */
export const isReadOnly = (error: unknown) => (error as { code?: string } | null)?.code === READ_ONLY

/** In the words of pg-pool for a connection that is not made in time. */
const notConnected = (cause: Error) => new Error('timeout exceeded when trying to connect', { cause })

/** With the fields by which database adapters know PostgreSQL's own errors. */
function readOnly(): Error {
  return Object.assign(new Error('The database server is read-only'), { code: READ_ONLY, severity: 'ERROR' })
}
