import type { Db } from '../../db/database.ts'
import type { User } from '../../db/rows.ts'
import { asBulk } from '../../db/deadline.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Actor } from '../../events/actor.ts'
import { unprocessable } from '../../lib/errors.ts'
import { readEntry, type Entry, type EntryFailure, type ImportEntry } from './read-entry.ts'
import { storeCustomers } from './store-customers.ts'

const MAX_ENTRIES = 1000
/** Entries per transaction. */
const BATCH = 250

/** Stored customers in the order of their entries, and the failures of the other entries. */
type CustomerImport = { customers: User[]; failures: EntryFailure[] }

/**
 * Creates or updates customers by e-mail (operation `importCustomers`). Entries are independent: valid ones are stored,
 * invalid ones are reported. Entries with the same e-mail are merged, later fields take precedence, and each reports
 * the same customer. Each batch is one transaction, so an interrupted import stores whole entries only. Sending it
 * again completes it.
 * @throws AppError UNPROCESSABLE for more than 1000 entries, before any is stored
 */
export async function importCustomers(
  db: Db,
  organizationId: number,
  sent: readonly ImportEntry[],
  actor: Actor,
): Promise<CustomerImport> {
  if (sent.length > MAX_ENTRIES)
    throw unprocessable('entries', `must contain at most ${MAX_ENTRIES} entries, not ${sent.length}`)
  const read = sent.map(readEntry)
  const good = read.filter((entry) => 'fields' in entry)
  const merged = mergeByEmail(good)
  const stored = new Map<string, User>()
  for (let start = 0; start < merged.length; start += BATCH) {
    const batch = merged.slice(start, start + BATCH)
    const rows = await asBulk(() =>
      inTransaction(db, (tx) => storeCustomers(tx, organizationId, batch, actor)),
    )
    for (const [email, row] of rows) stored.set(email, row)
  }
  return {
    customers: good.map(({ email }) => stored.get(email)).filter((row) => row !== undefined),
    failures: read.filter((entry) => 'problems' in entry),
  }
}

function mergeByEmail(entries: Entry[]): Entry[] {
  const merged = new Map<string, Entry>()
  for (const { email, fields } of entries)
    merged.set(email, { email, fields: { ...merged.get(email)?.fields, ...fields } })
  return [...merged.values()]
}
