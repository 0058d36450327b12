import { sql } from 'kysely'
import type { RecordedEvent } from '../../../src/events/record.ts'
import { inTransaction } from '../../../src/db/transaction.ts'
import type { Transaction } from '../../../src/db/database.ts'
import type { TestApp } from '../app.ts'
import { returnsPayload, run } from '../clients/operations.ts'
import { postId } from '../fixtures/people.ts'
import type { Headers, Tenant } from '../fixtures/scenario.ts'

/** The rows that `work` wrote to the log, in the order in which they were written. */
export async function recordedBy(
  { database }: TestApp,
  work: () => Promise<unknown>,
): Promise<RecordedEvent[]> {
  const { rows } = await sql<{ last: number }>`select coalesce(max(id), 0) as last from events`.execute(
    database.kysely,
  )
  await work()
  const events = await database.kysely
    .selectFrom('events')
    .selectAll()
    .where('id', '>', rows[0]?.last ?? 0)
    .orderBy('id')
    .execute()
  return events as RecordedEvent[]
}

/** The fields of log rows that tests compare. */
export const contentOf = (events: RecordedEvent[]) =>
  events.map(({ type, subjectId, before, after }) => ({ type, subjectId, before, after }))

/** Runs `work` in a transaction that is rolled back. */
export async function takenBack(app: TestApp, work: (tx: Transaction) => Promise<unknown>): Promise<void> {
  const reason = new Error('taken back')
  await inTransaction(app.services.db, async (tx) => {
    await work(tx)
    throw reason
  }).catch((error: unknown) => {
    if (error !== reason) throw error
  })
}

export const CREATE_POST =
  'mutation ($input: CreatePostInput!) { createPost(input: $input) { post { databaseId } } }'
export const UPDATE_POST = 'mutation ($input: UpdatePostInput!) { updatePost(input: $input) { post { id } } }'

type DatabaseIds = { bucketId?: string; tagIds?: (string | undefined)[] }

/** Returns the input of a post with GraphQL ids instead of database ids. */
export const withNodeIds = ({ bucketId, tagIds, ...input }: DatabaseIds & Record<string, unknown>) => ({
  ...input,
  ...(bucketId !== undefined && { bucketId: `bkt_${bucketId}` }),
  ...(tagIds && { tagIds: tagIds.map((id) => `tag_${id}`) }),
})

/** Operations on posts for tests of the log, run as the tenant's admin by default. */
export function postRecording(app: TestApp, tenant: Tenant) {
  const asTeam = (query: string, variables = {}) => run(app, tenant.keyAndAdmin, query, variables)
  const create = async (mutation: string, input: object) => {
    const field = returnsPayload(`create${mutation}`) ? mutation.toLowerCase() : null
    const selection = field ? `${field} { id }` : 'id'
    const data = await asTeam(
      `mutation ($input: Create${mutation}Input!) { create${mutation}(input: $input) { ${selection} } }`,
      { input },
    )
    const created = data[`create${mutation}`]
    return String((field ? created[field] : created).id).replace(/^[a-z]+_/, '')
  }
  return {
    /** The operations return database ids. */
    asTeam,
    post: async (title: string) =>
      String((await asTeam(CREATE_POST, { input: { title } })).createPost.post.databaseId),
    bucket: (input: object) => create('Bucket', input),
    status: (input: object) => create('Status', input),
    tag: (name: string) => create('Tag', { name, color: '#112233' }),
    /** The rows that an update of a post wrote. */
    update: (id: string, input: Parameters<typeof withNodeIds>[0], headers: Headers = tenant.keyAndAdmin) =>
      recordedBy(app, () =>
        run(app, headers, UPDATE_POST, { input: { id: postId(id), ...withNodeIds(input) } }),
      ),
    /** The stored post, in the form of a snapshot. */
    stored: async (id: number | string) => {
      const { kysely } = app.database
      const row = await kysely
        .selectFrom('posts')
        .selectAll()
        .where('id', '=', Number(id))
        .executeTakeFirstOrThrow()
      const [bucket, status, tags] = await Promise.all([
        kysely.selectFrom('buckets').selectAll().where('id', '=', row.bucketId).executeTakeFirstOrThrow(),
        kysely.selectFrom('statuses').selectAll().where('id', '=', row.statusId).executeTakeFirstOrThrow(),
        kysely
          .selectFrom('tags')
          .innerJoin('postTags', 'postTags.tagId', 'tags.id')
          .selectAll('tags')
          .where('postTags.postId', '=', row.id)
          .orderBy('tags.name')
          .execute(),
      ])
      return { ...row, bucket, status, tags }
    },
  }
}

/** The compared fields of an event of a post. */
export const ofPost = (id: string, type: string, before: object | null, after: object | null) => ({
  type,
  subjectId: Number(id),
  before,
  after,
})
