import type { TestApp } from './app.ts'
import type { Tenant } from './scenario.ts'

/** What is known of a post that was put there. */
export type Fact = {
  id: number
  bucketId: number
  private: boolean
  hidden: boolean
  merged: boolean
  approval: 'pending' | 'approved'
  status: string
  submitter: string
  voters: string[]
  upVotes: number
  tags: number[]
  createdAt: Date
  updatedAt: Date
}

export type Query = Record<string, string | number | boolean | (string | number)[] | undefined>

const STATUSES = ['submitted', 'under_review', 'planned', 'in_progress', 'completed', 'closed']

/** Fills an organization with posts of all kinds, straight in the database, and tells what is there. Many share a moment or a count. */
export async function fillBoard({ database }: TestApp, tenant: Tenant, posts: number) {
  const { kysely: db } = database
  const organizationId = tenant.organization.id
  const random = generator(organizationId)
  const pick = <T>(items: T[]): T => items[Math.floor(random() * items.length)] as T
  const insert = async (table: 'buckets' | 'tags' | 'users', rows: object[]) =>
    (
      await db
        .insertInto(table)
        .values(rows as never)
        .returning('id')
        .execute()
    ).map(({ id }) => id)
  const buckets = await insert(
    'buckets',
    ['a', 'b', 'c'].map((slug) => ({ organizationId, slug, name: slug })),
  )
  const [privateBucket = 0] = await insert('buckets', [
    { organizationId, slug: 'p', name: 'p', private: true },
  ])
  const tags = await insert(
    'tags',
    ['x', 'y', 'z', 'w'].map((name) => ({ organizationId, name, color: '#000000' })),
  )
  const emails = Array.from({ length: 8 }, (_, index) => `user${index}@people.example`)
  const users = await insert(
    'users',
    emails.map((email) => ({ organizationId, email, name: email, labels: [] })),
  )
  const statuses = await db
    .selectFrom('statuses')
    .select(['id', 'slug'])
    .where('organizationId', '=', organizationId)
    .execute()
  const facts: Fact[] = []
  for (let index = 0; index < posts; index++) {
    const isPrivate = random() < 0.15
    const submitter = Math.floor(random() * users.length)
    const voters = users.map((_, user) => user).filter((user) => user !== submitter && random() < 0.3)
    const downs = voters.filter(() => random() < 0.2)
    const day = Date.UTC(2025, Math.floor(random() * 10), 1 + Math.floor(random() * 28))
    // Also the first and the last instant of a day.
    const createdAt = new Date(day + pick([0, 0, 43_200_000, 86_399_999]))
    const updatedAt = new Date(createdAt.getTime() + Math.floor(random() * 5) * 86_400_000)
    const fact = {
      bucketId: isPrivate ? privateBucket : pick(buckets),
      private: isPrivate,
      hidden: random() < 0.1,
      merged: index > 0 && random() < 0.05,
      approval: random() < 0.2 ? ('pending' as const) : ('approved' as const),
      status: pick(STATUSES),
      submitter: emails[submitter] ?? '',
      voters: voters.map((user) => emails[user] ?? ''),
      upVotes: 1 + voters.length - downs.length,
      tags: tags.filter(() => random() < 0.25),
      createdAt,
      updatedAt,
    }
    const { id } = await db
      .insertInto('posts')
      .values({
        organizationId,
        slug: `post-${index}`,
        title: `Post ${index}`,
        bucketId: fact.bucketId,
        private: isPrivate,
        hidden: fact.hidden,
        mergedIntoId: fact.merged ? (facts[0]?.id ?? null) : null,
        approvalStatus: fact.approval,
        statusId: statuses.find(({ slug }) => slug === fact.status)?.id ?? 0,
        submitterId: users[submitter] ?? 0,
        votesCount: fact.upVotes,
        downvotesCount: downs.length,
        createdAt,
        updatedAt,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const votes = [submitter, ...voters].map((user) => ({
      organizationId,
      postId: id,
      userId: users[user] ?? 0,
      direction: downs.includes(user) ? ('down' as const) : ('up' as const),
    }))
    await db.insertInto('votes').values(votes).execute()
    if (fact.tags.length > 0)
      await db
        .insertInto('postTags')
        .values(fact.tags.map((tagId) => ({ organizationId, postId: id, tagId })))
        .execute()
    facts.push({ id, ...fact })
  }
  return { facts, ids: { buckets, privateBucket, tags, emails } }
}

/** The ids that a list must hold, in its order, worked out the simplest way from what is known (specification 4.8, contract chapters 2 and 3). */
export function naiveList(facts: Fact[], query: Query): number[] {
  const texts = (name: string) =>
    ((query[name] ?? []) as (string | number)[]).map((value) => String(value).toLowerCase())
  const day = (date: Date) => date.toISOString().slice(0, 10)
  const submitters = texts('submitter_emails')
  const interactors = texts('interactor_emails')
  const tags = texts('tag_ids').map(Number)
  const states = texts('states')
  return facts
    .filter((post) => !post.hidden && !post.merged)
    .filter((post) => !post.private || query['ALLOW-PRIVATE'] === true)
    .filter((post) => query.bucket_id === undefined || post.bucketId === query.bucket_id)
    .filter((post) => query.approval_status === undefined || post.approval === query.approval_status)
    .filter((post) => submitters.length === 0 || submitters.includes(post.submitter))
    .filter(
      (post) =>
        interactors.length === 0 ||
        [post.submitter, ...post.voters].some((email) => interactors.includes(email)),
    )
    .filter((post) => tags.length === 0 || post.tags.some((tag) => tags.includes(tag)))
    .filter((post) => states.length === 0 || states.includes(post.status))
    .filter((post) => query.from_date === undefined || day(post.createdAt) >= String(query.from_date))
    .filter((post) => query.to_date === undefined || day(post.createdAt) <= String(query.to_date))
    .sort(comparing(String(query.sort)))
    .map(({ id }) => id)
}

function comparing(sort: string): (a: Fact, b: Fact) => number {
  const created = (a: Fact, b: Fact) => a.createdAt.getTime() - b.createdAt.getTime() || a.id - b.id
  const updated = (a: Fact, b: Fact) => a.updatedAt.getTime() - b.updatedAt.getTime() || a.id - b.id
  if (sort === 'top') return (a, b) => b.upVotes - a.upVotes || created(b, a)
  if (sort === 'oldest_created_at') return created
  if (sort === 'latest_updated_at') return (a, b) => updated(b, a)
  if (sort === 'oldest_updated_at') return updated
  return (a, b) => created(b, a)
}

function generator(seed: number): () => number {
  let state = seed * 2_654_435_761
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}
