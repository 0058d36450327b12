import { expect, test } from 'vitest'
import { SYSTEM } from '../../src/events/actor.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import { createPost } from '../../src/modules/posts/create-post.ts'
import { castVote, removeVote } from '../../src/modules/votes/cast-vote.ts'
import { contradictions } from '../support/contract/consistency.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)

/** Calls an endpoint twice. Returns the second response and its statements, the check of the key excepted. */
async function written(method: string, path: string, body: () => object) {
  const write = () => app.call(method, `/api/v3${path}`, { headers: tenant.key, body: body() })
  await write()
  app.statements.length = 0
  const answer = await write()
  expect(answer.status).toBeLessThan(300)
  return { body: answer.body, statements: app.statements.length }
}

/** Number of statements of a verb in a transaction of its own. */
async function statementsOf(verb: Parameters<typeof inTransaction>[1]): Promise<number> {
  app.statements.length = 0
  await inTransaction(app.database.kysely, verb)
  return app.statements.length
}

let number = 0
const title = () => ({ title: `Title ${number++}` })

test('creates a post in at most 5 statements, also with tags, which agree with it', async () => {
  const tags = [await newTag('one'), await newTag('two')]
  expect((await written('POST', '/feature_requests', title)).statements).toBeLessThanOrEqual(5)
  const tagged = await written('POST', '/feature_requests', () => ({ ...title(), tag_ids: tags }))
  expect(tagged.statements).toBeLessThanOrEqual(5)
  expect(tagged.body.tags.map(({ id }: { id: number }) => id)).toEqual(tags)
  expect(await contradictions(app.database.kysely)).toMatchObject({ misplacedTags: 0 })
})

test('creates, replaces and removes a vote in at most 5 statements', async () => {
  const { key, organizationId } = await postOfAdmin()
  const cast = (direction: 'up' | 'down') =>
    statementsOf((tx) => castVote(tx, organizationId, { ...key, direction }))
  expect(await cast('up')).toBe(4)
  expect(await cast('down')).toBe(4)
  expect(await statementsOf((tx) => removeVote(tx, organizationId, key))).toBe(5)
  expect(await cast('down')).toBe(4)
})

test('returns the rows of a vote and of its post as they are stored', async () => {
  const { key, organizationId } = await postOfAdmin()
  const db = app.database.kysely
  const readPost = () => db.selectFrom('posts').selectAll().where('id', '=', key.postId).executeTakeFirst()
  const readVote = () =>
    db.selectFrom('votes').selectAll().where('postId', '=', key.postId).executeTakeFirst()
  for (const direction of ['up', 'down', 'down', 'up'] as const) {
    const cast = await inTransaction(db, (tx) => castVote(tx, organizationId, { ...key, direction }))
    expect(cast).toEqual({ vote: await readVote(), post: await readPost() })
    expect(cast.vote.direction).toBe(direction)
  }
  const last = await readVote()
  for (const removedVote of [last, null]) {
    const removed = await inTransaction(db, (tx) => removeVote(tx, organizationId, key))
    expect(removed).toEqual({ removedVote, post: await readPost() })
    expect(removed.post).toMatchObject({ votesCount: 0, downvotesCount: 0 })
  }
  const first = await inTransaction(db, (tx) => castVote(tx, organizationId, { ...key, direction: 'up' }))
  expect(first).toEqual({ vote: await readVote(), post: await readPost() })
})

test('creates a comment in at most 2 statements and updates it in at most 4, including the reads of the response', async () => {
  const { key } = await postOfAdmin()
  const comment = () => ({ feature_request_id: key.postId, comment: `Comment ${number++}` })
  const created = await written('POST', '/comments', comment)
  expect(created.statements).toBeLessThanOrEqual(2)
  const updated = await written('PUT', `/comments/${created.body.comment.id}`, comment)
  expect(updated.statements).toBeLessThanOrEqual(4)
})

test('updates a post in at most 2 statements, and in 8 with its tags', async () => {
  const { key } = await postOfAdmin()
  const path = `/feature_requests/${key.postId}`
  const ids = [await newTag('three'), await newTag('four')]
  expect((await written('PUT', path, title)).statements).toBeLessThanOrEqual(2)
  const retagged = await written('PUT', path, () => ({ ...title(), tag_ids: [ids[number % 2]] }))
  expect(retagged.statements).toBeLessThanOrEqual(8)
  expect(retagged.body.tags).toHaveLength(1)
  expect(await contradictions(app.database.kysely)).toMatchObject({ misplacedTags: 0 })
})

test('updates one post concurrently, each time from the state that the update before has stored', async () => {
  const { key } = await postOfAdmin()
  const path = `/api/v3/feature_requests/${key.postId}`
  const update = (body: object) => app.call('PUT', path, { headers: tenant.key, body })
  const vote = () =>
    inTransaction(app.database.kysely, (tx) =>
      castVote(tx, tenant.organization.id, { ...key, direction: number++ % 2 ? 'up' : 'down' }),
    )
  const writes = Array.from({ length: 10 }, () => [
    update(title()),
    vote(),
    update({ ...title(), tag_ids: [] }),
  ])
  await Promise.all(writes.flat())
  const db = app.database.kysely
  const rows = await db
    .selectFrom('events')
    .select(['before', 'after', 'snapshot'])
    .where('postId', '=', key.postId)
    .where('type', '=', 'post_updated')
    .orderBy('id')
    .execute()
  const titles = rows.map(({ before, after }) =>
    [before, after].map((fields) => (fields as { title: string }).title),
  )
  expect(titles).toHaveLength(20)
  expect(titles.slice(1).map(([before]) => before)).toEqual(titles.slice(0, -1).map(([, after]) => after))
  const { title: last } = await db
    .selectFrom('posts')
    .selectAll()
    .where('id', '=', key.postId)
    .executeTakeFirstOrThrow()
  expect(titles.at(-1)?.[1]).toBe(last)
})

test('counts each of the comments and replies on one post that are created concurrently', async () => {
  const { key } = await postOfAdmin()
  const comment = (body: object) =>
    app.call('POST', '/api/v3/comments', {
      headers: tenant.key,
      body: { feature_request_id: key.postId, comment: `Comment ${number++}`, ...body },
    })
  const { body } = await comment({})
  const replies = { parent_id: body.comment.id }
  const writes = Array.from({ length: 6 }, () => [comment({}), comment(replies), comment({ internal: true })])
  for (const { status } of await Promise.all(writes.flat())) expect(status).toBe(201)
  const db = app.database.kysely
  const events = await db
    .selectFrom('events')
    .select('snapshot')
    .where('postId', '=', key.postId)
    .where('type', '=', 'comment_created')
    .orderBy('id')
    .execute()
  const counts = events
    .map(({ snapshot }) => snapshot as { commentsCount: number; internal: boolean })
    .filter(({ internal }) => !internal)
    .map(({ commentsCount }) => commentsCount)
  expect(events).toHaveLength(19)
  expect(counts).toEqual(Array.from({ length: 13 }, (_, index) => index + 1))
  const post = await db.selectFrom('posts').select('commentsCount').where('id', '=', key.postId).execute()
  expect(post).toEqual([{ commentsCount: 13 }])
})

test('numbers the slugs of 12 posts with one title that are created concurrently', async () => {
  const { organizationId, key } = await postOfAdmin()
  const input = { title: 'Same slug', submitterId: key.userId, actor: SYSTEM, privateBuckets: true }
  const posts = await Promise.all(
    Array.from({ length: 12 }, () =>
      inTransaction(app.database.kysely, (tx) => createPost(tx, organizationId, input)),
    ),
  )
  const slugs = Array.from({ length: 12 }, (_, index) =>
    index === 0 ? 'same-slug' : `same-slug-${index + 1}`,
  )
  expect(new Set(posts.map(({ slug }) => slug))).toEqual(new Set(slugs))
  const events = app.database.kysely.selectFrom('events').select(['subjectId', 'snapshot'])
  const ids = posts.map(({ id }) => id)
  const recorded = await events.where('type', '=', 'post_created').where('subjectId', 'in', ids).execute()
  const slugOf = new Map(
    recorded.map(({ subjectId, snapshot }) => [subjectId, (snapshot as { slug: string }).slug]),
  )
  expect(slugOf).toEqual(new Map(posts.map(({ id, slug }) => [id, slug])))
  expect(recorded).toHaveLength(12)
})

async function newTag(name: string): Promise<number> {
  const { body } = await app.call('POST', '/api/v3/tags', { headers: tenant.key, body: { name } })
  return body.tag.id
}

/** A new post with the vote of its submitter, the admin. */
async function postOfAdmin() {
  const organizationId = tenant.organization.id
  const input = { ...title(), submitterId: tenant.admin.id, actor: SYSTEM, privateBuckets: true }
  const post = await inTransaction(app.database.kysely, (tx) => createPost(tx, organizationId, input))
  const key = { postId: post.id, userId: tenant.admin.id, actor: SYSTEM }
  return { organizationId, key }
}
