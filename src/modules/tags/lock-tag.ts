import type { Transaction } from '../../db/database.ts'
import { notFound } from '../../lib/errors.ts'

/** Locks a tag until the transaction ends. @throws AppError NOT_FOUND */
export async function lockTag(tx: Transaction, organizationId: number, id: number): Promise<void> {
  const tag = await tx
    .selectFrom('tags')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!tag) throw notFound('Tag')
}
