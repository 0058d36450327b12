import type { Transaction } from '../../../db/database.ts'
import { now } from '../../../lib/time/clock.ts'
import { notFound, unprocessable } from '../../../lib/errors.ts'

type Pair = { id: number; duplicateId: number }

/**
 * Records that two posts are no duplicates, so that neither is proposed for the other. Has no effect if it is
 * recorded.
 * @throws AppError NOT_FOUND for an unknown post; UNPROCESSABLE for an unknown other post, or for one post
 * twice
 */
export async function dismissDuplicate(tx: Transaction, organizationId: number, { id, duplicateId }: Pair) {
  if (id === duplicateId) throw unprocessable('duplicateId', 'cannot be the post itself')
  const rows = await tx
    .selectFrom('posts')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('id', 'in', [id, duplicateId])
    .forKeyShare()
    .execute()
  if (!rows.some((row) => row.id === id)) throw notFound('Post')
  if (rows.length < 2) throw unprocessable('duplicateId', 'does not exist')
  const pair = { postId: Math.min(id, duplicateId), duplicateId: Math.max(id, duplicateId) }
  await tx
    .insertInto('dismissedDuplicates')
    .values({ organizationId, ...pair, createdAt: now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
