import type { CompiledQuery } from 'kysely'
import type { Db, Transaction } from '../../src/db/database.ts'

/**
 * The database, except that its transactions insert neither into `events` nor into `event_box`, and that statements
 * outside of transactions, such as the notification after a commit, are not sent.
 */
export function withoutRecording(db: Db): Db {
  const executor = overriding(db.getExecutor(), { executeQuery: () => Promise.resolve({ rows: [] }) })
  const transaction = () => ({
    execute: (work: (tx: Transaction) => Promise<unknown>) =>
      db.transaction().execute((tx) => work(withoutEvents(tx))),
  })
  return overriding(db, { getExecutor: () => executor, transaction })
}

function withoutEvents(tx: Transaction): Transaction {
  const sent = tx.getExecutor()
  const executeQuery = (query: CompiledQuery, ...rest: never[]) =>
    sent.executeQuery({ ...query, sql: withoutInsert(query.sql) }, ...rest)
  const executor = overriding(sent, { executeQuery })
  // Statements whose rows are arrays are sent without plugins.
  const plain = tx.withoutPlugins()
  const executePlain = (query: CompiledQuery) =>
    plain.executeQuery({ ...query, sql: withoutInsert(query.sql) })
  const withoutPlugins = () => overriding(plain, { executeQuery: executePlain })
  return overriding(tx, { getExecutor: () => executor, withoutPlugins })
}

/**
 * The statement with the rows of its events selected instead of inserted. PostgreSQL skips a common table
 * expression that only selects and that nothing refers to.
 */
const withoutInsert = (text: string) =>
  text
    .replace(/insert into "events" \([^)]*\)(?=\s+select)/, '')
    .replace(' returning organization_id, id, created_at', '')
    .replace(/,\s+boxed_event as \(insert into event_box [^)]*\)[^)]*\)/, '')

/** The object with other members. Its own methods run with the object itself. */
function overriding<Target extends object>(target: Target, members: Record<string, unknown>): Target {
  return new Proxy(target, {
    get(_target, name) {
      if (typeof name === 'string' && name in members) return members[name]
      const value = Reflect.get(target, name, target) as unknown
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })
}
