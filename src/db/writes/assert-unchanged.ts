import { AppError } from '../../lib/errors.ts'
import type { Transaction } from '../database.ts'

/**
 * Checks the condition of an update. Call it with the locked row, so that no other update comes between.
 * @throws AppError CONFLICT if the row was updated after `since`
 */
export function assertUnchanged(row: { updatedAt: Date }, since: Date | null | undefined): void {
  if (since && row.updatedAt.getTime() > since.getTime())
    throw new AppError('CONFLICT', `The object was updated at ${row.updatedAt.toISOString()}`, {
      fields: { ifUnchangedSince: ['is before the last update'] },
    })
}

/**
 * Locks a row and checks the condition of its update, for an update that locks no row before. Without a condition, and
 * for an id of no row, it does nothing.
 * @throws AppError CONFLICT if the row was updated after `since`
 */
export async function assertRowUnchanged(
  tx: Transaction,
  table: 'changelogLabels' | 'statuses' | 'tags',
  { organizationId, id }: { organizationId: number; id: number },
  since: Date | null | undefined,
): Promise<void> {
  if (!since) return
  const row = await tx
    .selectFrom(table)
    .select('updatedAt')
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (row) assertUnchanged(row, since)
}
