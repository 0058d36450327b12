import { sql } from 'kysely'
import type { Step } from './step.ts'

/** A person on a post. */
export type Pair = { post: number; person: number }
export type PairKind = 'vote' | 'subscription'
type NewPair = Pair & { direction: 'up' | 'down' | null; addedBy: number | undefined; at: string | undefined }

const TABLES = { vote: 'votes', subscription: 'post_subscribers' } as const

/** Key of a pair in a set. */
export const pairKey = ({ post, person }: Pair): string => `${post}:${person}`

/** Returns the pairs that have a row. */
export async function presentPairs(
  { db, session }: Step,
  kind: PairKind,
  pairs: readonly Pair[],
): Promise<Set<string>> {
  const real = pairs
    .filter(({ post, person }) => post > 0 && person > 0)
    .map(({ post, person }) => ({ post, person }))
  if (real.length === 0) return new Set()
  const { rows } = await sql<{ postId: number; userId: number }>`select v.post_id, v.user_id
    from jsonb_to_recordset(${JSON.stringify(real)}::jsonb) as r(post int, person int)
    join ${sql.table(TABLES[kind])} v on v.organization_id = ${session.organizationId} and v.post_id = r.post and v.user_id = r.person`.execute(
    db,
  )
  return new Set(rows.map(({ postId, userId }) => pairKey({ post: postId, person: userId })))
}

/**
 * Inserts rows of pairs that have none, and returns these. One without a date has that of its post, which is read for
 * it alone, because a join would read all posts of the organization for each batch.
 */
export async function insertPairs(
  { db, session }: Step,
  kind: PairKind,
  pairs: readonly NewPair[],
): Promise<Set<string>> {
  if (pairs.length === 0) return new Set()
  const isVote = kind === 'vote'
  const { organizationId } = session
  const { rows } = await sql<{ postId: number; userId: number }>`
    insert into ${sql.table(TABLES[kind])} (organization_id, post_id, user_id, ${isVote ? sql`direction, added_by_id, ` : sql``} created_at)
    select ${organizationId}::int, r.post, r.person, ${isVote ? sql`r.direction, r.added_by, ` : sql``} coalesce(r.at,
      (select p.created_at from posts p where p.organization_id = ${organizationId} and p.id = r.post))
    from jsonb_to_recordset(${JSON.stringify(pairs.map(({ addedBy, ...pair }) => ({ ...pair, added_by: addedBy })))}::jsonb)
      as r(post int, person int, direction vote_direction, added_by int, at timestamptz)
    on conflict do nothing returning post_id, user_id`.execute(db)
  return new Set(rows.map(({ postId, userId }) => pairKey({ post: postId, person: userId })))
}

/** Sets the direction of votes. */
export async function updateDirections(
  { db, session }: Step,
  votes: readonly (Pair & Pick<NewPair, 'direction'>)[],
): Promise<void> {
  const rows = votes.map(({ post, person, direction }) => ({ post, person, direction }))
  await sql`update votes v set direction = r.direction
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(post int, person int, direction vote_direction)
    where v.organization_id = ${session.organizationId} and v.post_id = r.post and v.user_id = r.person`.execute(
    db,
  )
}
