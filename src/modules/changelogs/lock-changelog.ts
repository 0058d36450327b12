import type { Transaction } from '../../db/database.ts'
import { notFound } from '../../lib/errors.ts'

/** Locks an entry until the transaction ends and returns its row. @throws AppError NOT_FOUND */
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
