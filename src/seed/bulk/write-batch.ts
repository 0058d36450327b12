import { slugify } from '../../lib/text/slug.ts'
import { copyLine } from '../copy-rows.ts'
import { earlyBetween, type Random } from '../random.ts'
import { writeComments } from './write-comments.ts'
import { pickVoters } from './pick-voters.ts'
import type { OrganizationData } from './organization-data.ts'
import { writeDescription, writeTitle, type Language } from './write-text.ts'

/** Input of a batch. */
export type Setting = {
  organizationId: number
  data: OrganizationData
  languages: Language[]
  /** Status ids, repeated in proportion to their use. */
  statusIds: number[]
  /** Start and end of the data. */
  from: Date
  to: Date
}

/** Properties of a post that are chosen before its ids are reserved. */
type Plan = { createdAt: Date; pending: boolean; comments: number }

/** Rows of each table in COPY's text format. */
export type Batch = Record<'posts' | 'votes' | 'subscribers' | 'tags' | 'comments', string> & {
  count: { posts: number; votes: number; comments: number }
}

const DAY_MS = 86_400_000
const MAX_COMMENTS = 300

/**
 * Plans the post at this share (0 to 1) of all posts. Later posts are closer together, as an organization
 * grows.
 */
export function planPost(random: Random, { from, to }: Setting, share: number): Plan {
  const span = to.getTime() - from.getTime()
  const moment = from.getTime() + span * share ** 0.6 + (random.next() - 0.5) * 2 * DAY_MS
  const pending = random.chance(0.02)
  return {
    createdAt: new Date(Math.min(Math.max(moment, from.getTime()), to.getTime())),
    pending,
    comments: pending ? 0 : Math.min(random.pareto(1.5) - 1, MAX_COMMENTS),
  }
}

/** Adds the rows of a planned post with its votes, subscribers, tags and comments to the batch. */
export function writePost(
  random: Random,
  setting: Setting,
  { plan, id, commentIds }: { plan: Plan; id: number; commentIds: number[] },
  batch: Batch,
): void {
  const { organizationId, data, to } = setting
  const { createdAt, pending } = plan
  const language = random.pick(setting.languages)
  const title = writeTitle(random, language)
  const texts = writeDescription(random, language)
  const isPrivate = data.privateBuckets.length > 0 && random.chance(0.1)
  const bucketId = isPrivate ? random.pick(data.privateBuckets) : popular(random, data.publicBuckets)
  const submitterId = random.pick(data.people)
  const later = new Date(earlyBetween(random, createdAt, to))
  const head = `${organizationId}\t${id}\t`

  const voters = pending ? [] : pickVoters(random, data.people, submitterId)
  batch.votes += `${head}${submitterId}\tup\t${createdAt.toISOString()}\n`
  const votes = writeVotes(random, voters, { head, from: createdAt, to })
  batch.votes += votes.lines
  const comments = writeComments(random, setting, language, { postId: id, createdAt, ids: commentIds })
  for (const tagId of pickTags(random, data.tags)) batch.tags += `${head}${tagId}\n`
  batch.subscribers += `${head}${submitterId}\t${createdAt.toISOString()}\n`
  batch.comments += comments.lines
  const counts = { up: 1 + voters.length - votes.down, down: votes.down, comments: comments.shown }
  const post = { id, title, ...texts, bucketId, submitterId, pending, isPrivate, counts, createdAt, later }
  batch.posts += lineOfPost(random, setting, post)
  batch.count.posts += 1
  batch.count.votes += 1 + voters.length
  batch.count.comments += commentIds.length
}

/** Columns of a post. */
type Post = ReturnType<typeof writeDescription> & {
  id: number
  title: string
  bucketId: number
  submitterId: number
  pending: boolean
  isPrivate: boolean
  counts: { up: number; down: number; comments: number }
  createdAt: Date
  /** A later time, which may be that of an update. */
  later: Date
}

/** Returns the row of a post, with a random status. */
function lineOfPost(random: Random, { organizationId, statusIds }: Setting, post: Post): string {
  return copyLine([
    organizationId,
    post.id,
    // The id makes the slug unique across runs.
    `${slugify(post.title)}-${post.id}`,
    post.title,
    post.html,
    post.text,
    post.preview,
    post.bucketId,
    random.pick(statusIds),
    post.submitterId,
    post.pending ? 'pending' : 'approved',
    post.isPrivate,
    random.chance(0.05),
    post.counts.up,
    post.counts.down,
    post.counts.comments,
    post.createdAt,
    random.chance(0.4) ? post.createdAt : post.later,
  ])
}

/** Returns the rows of the votes of people, with the number of down-votes. */
function writeVotes(random: Random, voters: number[], post: { head: string; from: Date; to: Date }) {
  let [lines, down] = ['', 0]
  for (const voterId of voters) {
    const isDown = random.chance(0.07)
    if (isDown) down += 1
    const at = new Date(earlyBetween(random, post.from, post.to)).toISOString()
    lines += `${post.head}${voterId}\t${isDown ? 'down' : 'up'}\t${at}\n`
  }
  return { lines, down }
}

/** Picks an item. Earlier items are more likely. */
function popular<T>(random: Random, items: T[]): T {
  return items[Math.floor(items.length * random.next() ** 2)] as T
}

function pickTags(random: Random, tags: number[]): Set<number> {
  const count = Math.min(random.pick([0, 0, 0, 1, 1, 1, 2, 2, 3, 4]), tags.length)
  const picked = new Set<number>()
  while (picked.size < count) picked.add(popular(random, tags))
  return picked
}
