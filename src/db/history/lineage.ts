import type pg from 'pg'

/** Detects that the database on a connection has another history than before, for example after a restore. */
export type Lineage = {
  /**
   * Compares the value of `LINEAGE` on a connection with the one reported last, and returns it.
   * @throws Error 25006 for null
   */
  report(current: string | null): string
  /**
   * Reads `LINEAGE` on a connection within `timeoutMs` and reports it. In a history in which it has not done so, it
   * first moves the ids above those of a lost one, before the connection can write.
   * @throws Error 25006 when the server is read-only, and Error when ids would leave their range
   */
  check(client: pg.ClientBase, timeoutMs?: number): Promise<void>
  /**
   * Calls `listener` when the reported history differs from the last one. Returns a function that removes the
   * listener.
   */
  onChange(listener: () => void): () => void
}

/**
 * SQL expression that identifies the history of the data. Null on a read-only server. While it is unchanged,
 * no committed change has been lost. It consists of
 * - the start time of the server, which differs between servers and changes with every restart,
 * - the reset time of its statistics, which crash recovery changes without a restart of the postmaster,
 * - the file path of a table, which changes when a restore recreates or truncates the database or the
 *   table.
 *
 * Any user may read them. All three together take about a microsecond.
 */
export const LINEAGE = `case when current_setting('transaction_read_only')::boolean then null else concat_ws('/',
    extract(epoch from pg_postmaster_start_time()), extract(epoch from pg_stat_get_bgwriter_stat_reset_time()),
    pg_relation_filepath(to_regclass('revisions'))) end`

const READ_ONLY = '25006'
const ANSWER_MS = 10_000
/** Message of node-postgres for an exceeded `query_timeout`. */
const NO_ANSWER = 'Query read timeout'

/** Creates a lineage to which no history has been reported. */
export function createLineage(): Lineage {
  const listeners = new Set<() => void>()
  let last: string | null = null
  let renewed: string | null = null
  const report = (current: string | null) => {
    if (current === null) throw readOnly()
    const isOther = last !== null && last !== current
    last = current
    if (isOther) for (const listener of listeners) listener()
    return current
  }
  return {
    report,
    async check(client, timeoutMs = ANSWER_MS) {
      const statement = { text: `select ${LINEAGE} as lineage`, query_timeout: timeoutMs }
      const { rows } = await client.query<{ lineage: string | null }>(statement).catch(explainSilence)
      const lineage = report(rows[0]?.lineage ?? null)
      if (renewed !== lineage && (await renewIds(client, timeoutMs))) renewed = lineage
    },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** SQLSTATE of a function that does not exist. */
const NO_FUNCTION = '42883'

/** Moves the ids if the history has changed. Returns false before the migrations. */
async function renewIds(client: pg.ClientBase, timeoutMs: number): Promise<boolean> {
  try {
    await client.query({ text: 'select renew_ids(false)', query_timeout: timeoutMs } as pg.QueryConfig)
    return true
  } catch (error) {
    if ((error as { code?: string }).code === NO_FUNCTION) return false
    return explainSilence(error as Error)
  }
}

/** @throws the error of a statement, as that of a connection that is not established if it was not answered */
function explainSilence(error: Error): never {
  throw error.message === NO_ANSWER ? notConnected(error) : error
}

/**
 * Whether an error means that a server is read-only (a standby, or `default_transaction_read_only` is on).
 */
export const isReadOnly = (error: unknown) => (error as { code?: string } | null)?.code === READ_ONLY

/** Uses the message of pg-pool for a connection that is not established in time. */
const notConnected = (cause: Error) => new Error('timeout exceeded when trying to connect', { cause })

/** Has the fields by which database adapters recognize PostgreSQL's errors. */
function readOnly(): Error {
  return Object.assign(new Error('The database server is read-only'), { code: READ_ONLY, severity: 'ERROR' })
}
