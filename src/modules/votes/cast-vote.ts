import { sql } from 'kysely'
import type { Transaction } from '../../db/database.ts'
import type { Post, Vote } from '../../db/rows.ts'
import type { VoteDirection } from '../../db/generated/tables.ts'
import { executeParts, type Part } from '../../db/sharding/parts.ts'
import type { Actor } from '../../events/actor.ts'
import { insertEvents } from '../../events/record.ts'
import { now } from '../../lib/time/clock.ts'
import { unprocessable } from '../../lib/errors.ts'
import { forgetMergeOrigin } from '../posts/merging/forget-merge-origin.ts'
import { lockPost } from '../posts/lock-post.ts'
import { addedVoteEvent, removedVoteEvent } from './vote-event.ts'

type Counts = Pick<Post, 'votesCount' | 'downvotesCount'>
const VOTE_COLUMNS =
  'organization_id int, post_id int, user_id int, direction vote_direction, created_at timestamptz, added_by_id int'
type NewVote = {
  postId: number
  userId: number
  direction: VoteDirection
  /** Person who adds it in the name of the voter. Default: the voter. */
  addedById?: number | null
  actor: Actor
}

/**
 * Sets a person's vote on a post, replacing an earlier one. Records a vote that is new or has another
 * direction. A vote is not an update of the post, so its `updatedAt` is unchanged (contract 6). Returns the
 * rows of the vote and of the post.
 * @throws AppError NOT_FOUND for the post; UNPROCESSABLE if it is merged into another
 */
export async function castVote(
  tx: Transaction,
  organizationId: number,
  { postId, userId, direction, addedById = null, actor }: NewVote,
): Promise<{ vote: Vote; post: Post }> {
  const post = await lockPost(tx, organizationId, postId)
  if (post.mergedIntoId !== null) throw unprocessable('id', 'is merged into another post')
  const key = { organizationId, postId, userId }
  const at = now()
  const event = addedVoteEvent({ actor, post, userId })
  // The lock of the post excludes other changes of its votes, so `before` is current.
  const parts = [
    ...voteParts({ ...key, direction, addedById, createdAt: at }),
    ...insertEvents(tx, [event], 'counted'),
  ]
  const [row] = await executeParts(
    tx,
    parts,
    sql<Counts & Pick<Vote, 'createdAt' | 'addedById'>>`
      select coalesce(before.created_at, ${at}) as created_at,
        case when before.direction = ${direction} then before.added_by_id else ${addedById} end as added_by_id,
        coalesce(counted.votes_count, ${post.votesCount}) as votes_count,
        coalesce(counted.downvotes_count, ${post.downvotesCount}) as downvotes_count
      from before full join counted on true`,
  )
  if (!row) throw new Error('PostgreSQL returned no row')
  const { createdAt, addedById: storedById, ...counts } = row
  return { vote: { ...key, direction, createdAt, addedById: storedById }, post: { ...post, ...counts } }
}

/**
 * Removes a person's vote on a post and records its end. Idempotent. Returns the rows of the removed vote, or
 * null, and of the post.
 * @throws AppError NOT_FOUND for the post
 */
export async function removeVote(
  tx: Transaction,
  organizationId: number,
  { actor, ...vote }: { postId: number; userId: number; actor: Actor },
): Promise<{ removedVote: Vote | null; post: Post }> {
  const post = await lockPost(tx, organizationId, vote.postId)
  const event = removedVoteEvent({ actor, post, userId: vote.userId })
  const parts: Part[] = [
    {
      name: 'gone',
      query: sql`delete from votes where ${isOf({ organizationId, ...vote })} returning *`,
      columns: VOTE_COLUMNS,
    },
    {
      name: 'counted',
      query: sql`update posts set
          votes_count = votes_count - (gone.direction = 'up')::int,
          downvotes_count = downvotes_count - (gone.direction = 'down')::int
        from gone where posts.organization_id = ${organizationId} and posts.id = ${vote.postId}
        returning gone.*, votes_count, downvotes_count`,
      columns: `${VOTE_COLUMNS}, votes_count int, downvotes_count int`,
    },
    ...insertEvents(tx, [event], 'counted'),
  ]
  const [row] = await executeParts<Counts & Vote>(tx, parts, 'counted')
  if (!row) return { removedVote: null, post }
  const { votesCount, downvotesCount, ...removedVote } = row
  await forgetMergeOrigin(tx, organizationId, 'votes', vote)
  return { removedVote, post: { ...post, votesCount, downvotesCount } }
}

/** Returns the parts that store a vote, and count it if it is new or has another direction. */
const voteParts = (vote: Vote): Part[] => [
  {
    name: 'before',
    query: sql`select direction, created_at, added_by_id from votes where ${isOf(vote)}`,
    columns: 'direction vote_direction, created_at timestamptz, added_by_id int',
  },
  {
    name: 'vote',
    query: sql`insert into votes (organization_id, post_id, user_id, direction, created_at, added_by_id)
        values (${vote.organizationId}, ${vote.postId}, ${vote.userId}, ${vote.direction}, ${vote.createdAt}, ${vote.addedById})
        on conflict (organization_id, post_id, user_id) do update
          set direction = excluded.direction, added_by_id = excluded.added_by_id
          where votes.direction <> excluded.direction
        returning direction`,
    columns: 'direction vote_direction',
  },
  {
    name: 'updated',
    query: sql`update posts set
          votes_count = votes_count + (vote.direction = 'up')::int
            - (select count(*) from before where direction = 'up'),
          downvotes_count = downvotes_count + (vote.direction = 'down')::int
            - (select count(*) from before where direction = 'down')
        from vote where organization_id = ${vote.organizationId} and id = ${vote.postId}
        returning vote.direction, votes_count, downvotes_count`,
    columns: 'direction vote_direction, votes_count int, downvotes_count int',
  },
  {
    name: 'counted',
    query: sql`select updated.*, before.direction as former from updated left join before on true`,
    columns: 'direction vote_direction, votes_count int, downvotes_count int, former vote_direction',
  },
]

/** Returns the condition for a person's vote on a post. */
const isOf = ({ organizationId, postId, userId }: Pick<Vote, 'organizationId' | 'postId' | 'userId'>) =>
  sql`organization_id = ${organizationId} and post_id = ${postId} and user_id = ${userId}`
