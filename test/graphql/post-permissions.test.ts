import { expect, test } from 'vitest'
import { refusal, run } from '../support/clients/operations.ts'
import { createComment, UPDATE_COMMENT } from '../support/fixtures/comments.ts'
import { customers, emailOf, postId, submit } from '../support/fixtures/people.ts'
import { waitForLock } from '../support/faults/wait-for-lock.ts'
import type { Headers } from '../support/fixtures/scenario.ts'
import { useApp, useTenant } from '../support/use.ts'

const POSTS = 'query ($filter: PostFilter) { posts(filter: $filter) { nodes { databaseId } } }'
const UPDATE =
  'mutation ($input: UpdatePostInput!) { updatePost(input: $input) { post { approvalStatus updatedAt } } }'

const app = useApp()
const tenant = useTenant(app)

const moderate = (on: boolean) =>
  app.database.pool.query('update buckets set requires_moderation = $2 where organization_id = $1', [
    tenant.organization.id,
    on,
  ])
const rows = async (table: string, id: string) =>
  (await app.database.pool.query(`select * from ${table} where id = $1`, [id])).rows

test('rejects deletions of posts by customers, also of their own post with merged posts', async () => {
  const { ann, ben } = await customers(app, tenant, 'ann', 'ben')
  const [own, other] = [await submit(app, ann, 'Mine'), await submit(app, ben, 'Theirs')]
  await run(
    app,
    tenant.admin.session,
    'mutation ($id: ID!, $ids: [ID!]!) { mergePosts(input: { id: $id, postIds: $ids }) { post { id } } }',
    {
      id: postId(own),
      ids: [postId(other)],
    },
  )
  const DELETE = 'mutation ($id: ID!) { deletePost(input: { id: $id }) { deletedPostId } }'
  expect(await refusal(app, ann, DELETE, { id: postId(own) })).toMatchObject({ status: 403 })
  const path = `/api/v3/feature_requests/${own}`
  const headers = { ...tenant.key, ...ann }
  expect(await app.call('DELETE', path, { headers })).toMatchObject({ status: 403 })
  expect(await rows('posts', own)).toHaveLength(1)
  expect(await rows('posts', other)).toHaveLength(1)
  expect(await app.call('DELETE', path, { headers: tenant.key })).toMatchObject({ status: 200 })
})

test.each(['submitterEmails', 'interactorEmails', 'voterEmails'])(
  'by %s, customers find only themselves, and the team finds everyone',
  async (filter) => {
    const { cat, dan } = await customers(app, tenant, 'cat', 'dan')
    const id = await submit(app, cat, `Of cat, ${filter}`)
    const ask = (name: string) => ({ filter: { [filter]: [emailOf(name)] } })
    const own = await run(app, cat, POSTS, { filter: { [filter]: [` ${emailOf('CAT').toUpperCase()}`] } })
    expect(own.posts.nodes).toContainEqual({ databaseId: Number(id) })
    const refused = await refusal(app, dan, POSTS, ask('cat'))
    expect(refused).toMatchObject({ status: 403, message: expect.stringContaining('e-mail') })
    expect(
      await refusal(app, dan, POSTS, { filter: { [filter]: [emailOf('dan'), emailOf('cat')] } }),
    ).toMatchObject({ status: 403 })
    expect((await run(app, tenant.key, POSTS, ask('cat'))).posts.nodes).toContainEqual({
      databaseId: Number(id),
    })
    expect((await run(app, dan, POSTS, { filter: { [filter]: [] } })).posts.nodes).not.toEqual([])
  },
)

test("rejects a customer's request for hidden posts instead of ignoring it", async () => {
  const { eve } = await customers(app, tenant, 'eve')
  expect(await refusal(app, eve, POSTS, { filter: { hidden: true } })).toMatchObject({ status: 403 })
  await run(app, eve, POSTS, { filter: { hidden: false } })
  await run(app, tenant.key, POSTS, { filter: { hidden: true } })
})

test("holds a customer's changed text on a moderated bucket for approval again", async () => {
  const { fay } = await customers(app, tenant, 'fay')
  const id = await submit(app, fay, 'Approved')
  const commentId = await createComment(app, fay, id, 'fine')
  const edit = async (headers: Headers, input: object) =>
    (await run(app, headers, UPDATE, { input: { id: postId(id), ...input } })).updatePost.post
  const editComment = async (headers: Headers, input: object) =>
    (await run(app, headers, UPDATE_COMMENT, { input: { id: commentId, ...input } })).updateComment.comment
  expect(await edit(fay, { title: 'Open board' })).toMatchObject({ approvalStatus: 'APPROVED' })
  await moderate(true)
  try {
    expect(await edit(fay, { title: 'Open board' })).toMatchObject({ approvalStatus: 'APPROVED' })
    expect(await edit(tenant.key, { title: 'By the team' })).toMatchObject({ approvalStatus: 'APPROVED' })
    expect(await editComment(fay, { body: 'fine' })).toMatchObject({ approvalStatus: 'APPROVED' })
    const count = async () => (await rows('posts', id))[0].comments_count
    expect(await editComment(fay, { body: 'spam' })).toMatchObject({ approvalStatus: 'PENDING' })
    expect(await count()).toBe(0)
    expect(await editComment(tenant.key, { approvalStatus: 'APPROVED' })).toMatchObject({
      approvalStatus: 'APPROVED',
    })
    expect(await count()).toBe(1)
    expect(await edit(fay, { description: 'spam' })).toMatchObject({ approvalStatus: 'PENDING' })
    expect(await edit(tenant.key, { approvalStatus: 'APPROVED' })).toMatchObject({
      approvalStatus: 'APPROVED',
    })
  } finally {
    await moderate(false)
  }
})

test.each([
  ['subscribeToPost', 'mutation ($id: ID!) { subscribeToPost(input: { id: $id }) { post { id } } }'],
  [
    'subscribeToPost for another',
    'mutation ($id: ID!) { subscribeToPost(input: { id: $id, subscriber: { email: "late@people.example" } }) { post { id } } }',
  ],
])('rejects %s on a post that is being deleted as on an unknown one', async (_name, query) => {
  const id = await submit(app, tenant.key, 'Going')
  const client = await app.database.pool.connect()
  try {
    await client.query('begin')
    await client.query('delete from posts where id = $1', [id])
    const asked = refusal(app, tenant.key, query, { id: postId(id) })
    await waitForLock(app)
    await client.query('commit')
    expect(await asked).toMatchObject({ status: 404 })
  } finally {
    client.release()
  }
  const { rows: late } = await app.database.pool.query(
    `select from users where email = 'late@people.example'`,
  )
  expect(late).toEqual([])
})
