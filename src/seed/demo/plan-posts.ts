import type { VoteDirection } from '../../db/generated/tables.ts'
import { between, randomOf } from '../random.ts'
import { customers, members, posts as postsByBucket, type DemoComment, type DemoPost } from './content.ts'
import { DAY_MS, daysAfter, daysBefore } from './dates.ts'

/** A post of the demo with its dates. People are referred to by key. */
export type PlannedPost = {
  content: DemoPost
  bucket: string
  at: Date
  updatedAt: Date
  votes: { by: string; direction: VoteDirection; at: Date }[]
  /** Comments. A reply follows its parent. */
  comments: PlannedComment[]
}

export type PlannedComment = { content: DemoComment; at: Date; parent: PlannedComment | null }

/** Plans all posts of the demo relative to `now`, oldest first. */
export function planPosts(now: Date): PlannedPost[] {
  return Object.entries(postsByBucket)
    .flatMap(([bucket, posts]) => posts.map((content) => planPost(content, bucket, now)))
    .sort((a, b) => a.at.getTime() - b.at.getTime())
}

/** Returns the time of each person's first vote or comment. They must have joined by then. */
export function firstSeen(posts: PlannedPost[]): Map<string, Date> {
  const first = new Map<string, Date>()
  const see = (key: string, at: Date) => {
    if (at < (first.get(key) ?? Infinity)) first.set(key, at)
  }
  for (const { votes, comments } of posts) {
    for (const { by, at } of votes) see(by, at)
    for (const { content, at } of comments) see(content.by, at)
  }
  return first
}

function planPost(content: DemoPost, bucket: string, now: Date): PlannedPost {
  const at = daysBefore(now, content.days, content.title)
  const comments: PlannedComment[] = []
  const answer = (replies: DemoComment[] | undefined, start: Date, parent: PlannedComment | null) => {
    for (const reply of replies ?? []) {
      const planned = { content: reply, at: daysAfter(start, reply.after, reply.html, now), parent }
      comments.push(planned)
      answer(reply.replies, planned.at, planned)
    }
  }
  answer(content.comments, at, null)
  return {
    content,
    bucket,
    at,
    updatedAt: content.status === 'submitted' ? at : between(at, now, content.title),
    votes: [{ by: content.by, direction: 'up', at }, ...planVotes(content, bucket, at, now)],
    comments,
  }
}

/** Plans votes of people other than the submitter. Only the team votes on internal posts. */
function planVotes({ title, by, votes, downvotes = 0 }: DemoPost, bucket: string, at: Date, now: Date) {
  const random = randomOf('voters', title)
  const joined = new Map(
    [...members, ...(bucket === 'internal' ? [] : customers)].map((one) => [one.key, one]),
  )
  joined.delete(by)
  const voters = [...joined.values()]
    .map((one) => ({ ...one, rank: random.next() }))
    .sort((a, b) => a.rank - b.rank)
    .slice(0, votes - 1 + downvotes)
  return voters.map(({ key, days }, index) => {
    const since = Math.max(at.getTime(), now.getTime() - days * DAY_MS)
    const direction: VoteDirection = index < votes - 1 ? 'up' : 'down'
    return { by: key, direction, at: between(new Date(since), now, `${title}/${key}`) }
  })
}
