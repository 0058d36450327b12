import type { Transaction } from '../../db/database.ts'
import { notFound } from '../../lib/errors.ts'

/** The entry's row, which nobody else changes until the transaction ends. @throws AppError NOT_FOUND */
export async function lockChangelog(tx: Transaction, organizationId: number, id: number) {
  const changelog = await tx
    .selectFrom('changelogs')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!changelog) throw notFound('Changelog')
  return changelog
}
