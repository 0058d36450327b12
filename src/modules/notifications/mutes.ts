import type { Db } from '../../db/database.ts'
import { databaseNow } from '../../db/time.ts'

type Mute = { postId: number; userId: number }

/** Ends the notifications of a person about a post. Idempotent. */
export async function mutePost(db: Db, organizationId: number, { postId, userId }: Mute): Promise<void> {
  await db
    .insertInto('postMutes')
    .values({ organizationId, postId, userId, createdAt: databaseNow })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Begins the notifications of a person about a post again. Idempotent. */
export async function unmutePost(db: Db, organizationId: number, { postId, userId }: Mute): Promise<void> {
  await db
    .deleteFrom('postMutes')
    .where('organizationId', '=', organizationId)
    .where('postId', '=', postId)
    .where('userId', '=', userId)
    .execute()
}

/** Maximum number of muted posts that are listed. */
const LISTED = 100

/** Returns the ids of the posts that a person has muted, the last 100, newest first. */
export async function listMutes(db: Db, organizationId: number, userId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('postMutes')
    .select('postId')
    .where('organizationId', '=', organizationId)
    .where('userId', '=', userId)
    .orderBy('createdAt', 'desc')
    .orderBy('postId', 'desc')
    .limit(LISTED)
    .execute()
  return rows.map(({ postId }) => postId)
}
