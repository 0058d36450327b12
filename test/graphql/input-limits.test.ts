import { expect, test } from 'vitest'
import { SYSTEM } from '../../src/events/actor.ts'
import { uniqueSlug } from '../../src/db/writes/unique-slug.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import { encodeCursor } from '../../src/lib/text/page-cursor.ts'
import { createPost } from '../../src/modules/posts/create-post.ts'
import { refusal, run } from '../support/clients/operations.ts'
import { postId, submit } from '../support/fixtures/people.ts'
import { waitForLock } from '../support/faults/wait-for-lock.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)
/** The default order of each list, as its cursors name it. */
const ORDERS = {
  posts: '-created_at -id',
  comments: 'created_at id',
  changelogs: '-created_at -id',
  roadmaps: '-created_at -id',
  customers: '-customer_since -id',
}

test.each([
  '0000-01-01T00:00:00.000Z',
  '2026-02-31T00:00:00.000Z',
  '2026-01-01T24:00:00.000Z',
  '2025-02-29T00:00:00.000Z',
])('rejects a cursor with the impossible timestamp %s', async (moment) => {
  for (const [list, order] of Object.entries(ORDERS))
    expect(
      await refusal(app, tenant.key, `query ($after: String) { ${list}(after: $after) { nodes { id } } }`, {
        after: encodeCursor([moment, 1], order),
      }),
    ).toMatchObject({
      status: 400,
      message: expect.stringContaining('cursor'),
    })
})

test.each(['0001-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z', '2024-02-29T00:00:00.000Z'])(
  'accepts a cursor with the timestamp %s',
  async (moment) => {
    for (const [list, order] of Object.entries(ORDERS)) {
      const query = `query ($after: String) { ${list}(after: $after) { nodes { id } } }`
      const data = await run(app, tenant.key, query, { after: encodeCursor([moment, 1], order) })
      expect(data[list].nodes).toBeInstanceOf(Array)
    }
  },
)

const MANY = Array.from({ length: 40_000 }, (_, index) => String(index + 1))
const withPrefix = (prefix: string, ids: string[]) => ids.map((id) => `${prefix}_${id}`)

test('rejects lists of more than 500 ids, in every input', async () => {
  const id = await submit(app, tenant.key, 'Tagged')
  const {
    createChangelog: { changelog },
  } = await run(
    app,
    tenant.admin.session,
    'mutation { createChangelog(input: { title: "x" }) { changelog { id } } }',
  )
  const writes: [query: string, variables: object, prefix: string][] = [
    [
      'mutation ($id: ID!, $ids: [ID!]!) { updatePost(input: { id: $id, tagIds: $ids }) { post { id } } }',
      { id: postId(id) },
      'tag',
    ],
    [
      'mutation ($ids: [ID!]!) { createPost(input: { title: "x", tagIds: $ids }) { post { id } } }',
      {},
      'tag',
    ],
    [
      'mutation ($id: ID!, $ids: [ID!]!) { mergePosts(input: { id: $id, postIds: $ids }) { post { id } } }',
      { id: postId(id) },
      'post',
    ],
    [
      'mutation ($id: ID!, $ids: [ID!]!) { updateChangelog(input: { id: $id, labelIds: $ids }) { changelog { id } } }',
      { id: changelog.id },
      'lbl',
    ],
    [
      'mutation ($ids: [ID!]!) { createChangelog(input: { title: "x", postIds: $ids }) { changelog { id } } }',
      {},
      'post',
    ],
  ]
  const before = await stored()
  for (const [query, variables, prefix] of writes)
    for (const numbers of [MANY, MANY.slice(0, 501)]) {
      const ids = withPrefix(prefix, numbers)
      expect(await refusal(app, tenant.admin.session, query, { ...variables, ids })).toMatchObject({
        status: 422,
      })
    }
  expect(await stored()).toEqual(before)
  for (const [query, ids] of [
    ['query ($ids: [ID!]) { posts(filter: { tagIds: $ids }) { nodes { id } } }', withPrefix('tag', MANY)],
    [
      'query ($ids: [ID!]) { changelogs(filter: { labelIds: $ids }) { nodes { id } } }',
      withPrefix('lbl', MANY),
    ],
  ] as const) {
    expect(await refusal(app, tenant.key, query, { ids })).toMatchObject({ status: 400 })
    await run(app, tenant.key, query, { ids: ids.slice(0, 500) })
  }
})

const stored = async () =>
  (
    await app.database.pool.query(
      'select (select count(*) from posts) posts, (select count(*) from changelogs) entries',
    )
  ).rows[0]

test('gives unique slugs to titles whose numbered slugs collide, in any order', async () => {
  const titles = [
    'Slug race',
    'Slug race 2',
    'Slug race 2',
    'Slug race',
    'Slug race 3',
    'Slug race 2 2',
    'Slug race',
    'Slug race 2-2',
  ]
  for (let round = 0; round < 5; round++)
    await Promise.all(titles.map((title) => submit(app, tenant.key, title)))
  const { rows } = await app.database.pool.query(
    `select count(*)::int as count, count(distinct slug)::int as slugs from posts where slug like 'slug-race%'`,
  )
  expect(rows[0]).toEqual({ count: 40, slugs: 40 })
})

test('leaves a numbered slug to the title that is taking it in another transaction', async () => {
  const { db } = app.services
  const id = await submit(app, tenant.key, 'Meet')
  const { post } = await run(
    app,
    tenant.key,
    `{ post(by: { databaseId: ${id} }) { submitter { databaseId } } }`,
  )
  const input = {
    title: 'Meet 2',
    submitterId: post.submitter.databaseId,
    actor: SYSTEM,
    privateBuckets: true,
  }
  const second = await inTransaction(db, async (tx) => {
    const { slug } = await createPost(tx, tenant.organization.id, input)
    expect(slug).toBe('meet-2')
    const waiting = submit(app, tenant.key, 'Meet')
    await waitForLock(app)
    return { waiting }
  })
  const { post: last } = await run(
    app,
    tenant.key,
    `{ post(by: { databaseId: ${await second.waiting} }) { slug } }`,
  )
  expect(last.slug).toBe('meet-3')
})

test('does not make titles wait whose slugs cannot collide', async () => {
  const { db } = app.services
  const slug = (title: string) => (tx: Parameters<typeof uniqueSlug>[0]) =>
    uniqueSlug(tx, 'posts', tenant.organization.id, title)
  await inTransaction(db, async (tx) => {
    expect(await slug('Load 17')(tx)).toBe('load-17')
    expect(await inTransaction(db, slug('Load 18'))).toBe('load-18')
    expect(await inTransaction(db, slug('Load'))).toBe('load')
  })
})
