import type { Db, Transaction } from '../../src/db/database.ts'

/**
 * The database, except that its transactions do not send inserts into `events`, and that statements outside of
 * transactions, such as the notification after a commit, are not sent.
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
  const insertInto = (table: 'events') => (table === 'events' ? UNSENT : tx.insertInto(table))
  return overriding(tx, { insertInto })
}

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

const ROW = { position: 1, id: 1, createdAt: new Date(0) }
const UNSENT = {
  values: () => UNSENT,
  returning: () => UNSENT,
  execute: () => Promise.resolve([ROW, ROW]),
}
