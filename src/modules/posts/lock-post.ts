import type { Transaction } from '../../db/database.ts'
import { notFound } from '../../lib/errors.ts'

/** Locks a post until the transaction ends and returns its row. @throws AppError NOT_FOUND */
export async function lockPost(tx: Transaction, organizationId: number, id: number) {
  const post = await tx
    .selectFrom('posts')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!post) throw notFound('Post')
  return post
}
