import { sql } from 'kysely'
import { hasTeamView, type Caller } from '../../auth/caller.ts'
import type { Db } from '../../db/database.ts'
import type { Part } from '../../db/sharding/parts.ts'
import { unprocessable } from '../../lib/errors.ts'

/** Maximum number of people whom one comment mentions. */
const MAX_MENTIONS = 20

/** Returns the part that stores the people whom the row of the part `comment` mentions. */
export const mentioning = (organizationId: number, userIds: readonly number[]): Part => ({
  name: 'mention',
  query: sql`insert into comment_mentions (organization_id, comment_id, user_id)
    select ${organizationId}, comment.id, mentioned.id from comment cross join unnest(${userIds}::int[]) as mentioned (id)`,
})

/**
 * Returns the ids of mentioned people, each once. The team mentions everybody, and others the people whose names the
 * post shows them.
 * @throws AppError UNPROCESSABLE for too many people, and for one who cannot be mentioned
 */
export async function mentionable(
  db: Db,
  { organizationId, id: postId }: { organizationId: number; id: number },
  { mentionIds, caller }: { mentionIds?: readonly number[] | null | undefined; caller: Caller },
): Promise<number[]> {
  const ids = [...new Set(mentionIds)]
  if (ids.length === 0) return []
  if (ids.length > MAX_MENTIONS)
    throw unprocessable('mentionIds', `must contain at most ${MAX_MENTIONS} people`)
  const isShown = sql<boolean>`
    (u.id = (select submitter_id from posts where organization_id = ${organizationId} and id = ${postId})
    or exists (select 1 from comments c where c.organization_id = ${organizationId} and c.post_id = ${postId}
      and c.author_id = u.id and c.deleted_at is null and not c.internal and c.approval_status = 'approved'))`
  const { rows } = await sql<{ id: number }>`
    select u.id from users u where u.organization_id = ${organizationId} and u.id = any(${ids}::int[])
      and not u.bot and u.anonymized_at is null and ${hasTeamView(caller) ? sql`true` : isShown}`.execute(db)
  if (rows.length < ids.length)
    throw unprocessable('mentionIds', 'contains a person who cannot be mentioned on this post')
  return ids
}
