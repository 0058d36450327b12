import type { Db } from '../../../db/database.ts'
import { databaseNow } from '../../../db/time.ts'

/** Adds a person to the subscribers of the changelog, or removes the person. Idempotent. */
export async function setChangelogSubscription(
  db: Db,
  { organizationId, userId }: { organizationId: number; userId: number },
  isSubscribed: boolean,
): Promise<void> {
  if (isSubscribed)
    await db
      .insertInto('changelogSubscribers')
      .values({ organizationId, userId, createdAt: databaseNow })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  else
    await db
      .deleteFrom('changelogSubscribers')
      .where('organizationId', '=', organizationId)
      .where('userId', '=', userId)
      .execute()
}
