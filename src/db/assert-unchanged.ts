import { AppError } from '../lib/errors.ts'

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
