import DataLoader from 'dataloader'
import { currentShare } from './connection-share.ts'
import type { Db } from '../database.ts'

/** Reads the rows of keys with one statement, in the order of the keys. Null for a key without a row. */
type Read<Key, Row> = (db: Db, keys: readonly Key[]) => Promise<(Row | null)[]>

/** Maximum number of keys of one statement. */
const KEYS = 200

/**
 * Returns a function that reads rows of any organizations. Calls at the same time share a statement. It is for work of
 * the process itself, such as deliveries, and returns null for any other: the connections of a request count to its
 * organization's share, and must not wait for that of another one.
 */
export function readTogether<Key, Row>(read: Read<Key, Row>) {
  const loaders = new WeakMap<Db, DataLoader<Key, Row | null>>()
  return (db: Db, keys: readonly Key[]): Promise<(Row | null)[]> | null => {
    if (db.isTransaction || currentShare() !== undefined) return null
    const existing = loaders.get(db)
    const loader = existing ?? new DataLoader((all) => read(db, all), { cache: false, maxBatchSize: KEYS })
    if (!existing) loaders.set(db, loader)
    return Promise.all(keys.map((key) => loader.load(key)))
  }
}
