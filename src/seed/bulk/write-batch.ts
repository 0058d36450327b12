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
  const { html, text, preview } = writeDescription(random, language)
  const isPrivate = data.privateBuckets.length > 0 && random.chance(0.1)
  const bucketId = isPrivate ? random.pick(data.privateBuckets) : popular(random, data.publicBuckets)
  const submitterId = random.pick(data.people)
  const later = new Date(earlyBetween(random, createdAt, to))
  const head = `${organizationId}\t${id}\t`

  const voters = pending ? [] : pickVoters(random, data.people, submitterId)
  let down = 0
  batch.votes += `${head}${submitterId}\tup\t${createdAt.toISOString()}\n`
  for (const voterId of voters) {
    const against = random.chance(0.07)
    if (against) down += 1
    const at = new Date(earlyBetween(random, createdAt, to)).toISOString()
    batch.votes += `${head}${voterId}\t${against ? 'down' : 'up'}\t${at}\n`
  }
  const comments = writeComments(random, setting, language, { postId: id, createdAt, ids: commentIds })
  for (const tagId of pickTags(random, data.tags)) batch.tags += `${head}${tagId}\n`
  batch.subscribers += `${head}${submitterId}\t${createdAt.toISOString()}\n`
  batch.comments += comments.lines
  batch.posts += copyLine([
    organizationId,
    id,
    // The id makes the slug unique across runs.
    `${slugify(title)}-${id}`,
    title,
    html,
    text,
    preview,
    bucketId,
    random.pick(setting.statusIds),
    submitterId,
    pending ? 'pending' : 'approved',
    isPrivate,
    random.chance(0.05),
    1 + voters.length - down,
    down,
    comments.shown,
    createdAt,
    random.chance(0.4) ? createdAt : later,
  ])
  batch.count.posts += 1
  batch.count.votes += 1 + voters.length
  batch.count.comments += commentIds.length
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
