import type { Transaction } from '../../db/database.ts'
import { notify } from '../../db/history/notifications.ts'
import { afterCommit } from '../../db/transaction.ts'

/** Announces a change of an organization's statuses after the commit. It is no event of the log. */
export function announceStatuses(tx: Transaction, organizationId: number): void {
  afterCommit(tx, (db) => notify(db, `statuses:${organizationId}`))
}
