import { expect, test } from 'vitest'
import type { Headers } from '../support/fixtures/scenario.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)

const call = (method: string, path: string, body?: unknown, headers: Headers = tenant.key) =>
  app.call(method, `/api/v3/${path}`, { headers, body })
const post = async (title: string) => (await call('POST', 'feature_requests', { title })).body
const write = async (id: number, comment: string, more: object = {}) =>
  (await call('POST', 'comments', { feature_request_id: id, comment, ...more })).body.comment
const readPost = async (id: number) => (await call('GET', `feature_requests/${id}`)).body
const list = async (query: string) => (await call('GET', `comments?${query}`)).body.comments
const ids = (comments: { id: number }[]) => comments.map(({ id }) => id)

test('counts the public comments of a post and changes nothing else of it', async () => {
  const before = await post('Counted')
  const comment = await write(before.id, 'One')
  await write(before.id, 'Internal', { internal: true })
  const pending = await write(before.id, 'Pending', { approval_status: 'pending' })
  expect(await readPost(before.id)).toEqual({ ...before, comments_count: 1 })
  await call('PUT', `comments/${pending.id}`, { approval_status: 'approved' })
  expect((await readPost(before.id)).comments_count).toBe(2)
  await call('PUT', `comments/${comment.id}`, { internal: true })
  expect((await readPost(before.id)).comments_count).toBe(1)
  await call('DELETE', `comments/${pending.id}`)
  expect(await readPost(before.id)).toEqual({ ...before, comments_count: 0 })
})

test('makes the whole thread below an internal comment internal, and rejects making a part public again', async () => {
  const { id } = await post('Thread')
  const top = await write(id, 'Top')
  const reply = await write(id, 'Reply', { parent_id: top.id })
  const below = await write(id, 'Below', { parent_id: reply.id })
  await call('PUT', `comments/${top.id}`, { internal: true })
  expect(
    (await list(`feature_request_id=${id}`)).map((comment: { internal: boolean }) => comment.internal),
  ).toEqual([true, true, true])
  expect((await readPost(id)).comments_count).toBe(0)
  expect(await call('PUT', `comments/${below.id}`, { internal: false })).toMatchObject({
    status: 422,
    body: { errors: { internal: [expect.any(String)] } },
  })
  expect((await write(id, 'Later', { parent_id: top.id })).internal).toBe(true)
})

test('deletes a comment without replies', async () => {
  const { id } = await post('Deleted')
  const comment = await write(id, 'Gone soon')
  expect(await call('DELETE', `comments/${comment.id}`)).toMatchObject({
    status: 200,
    body: { success: true, message: 'Comment deleted' },
  })
  expect((await call('GET', `comments/${comment.id}`)).status).toBe(404)
  expect((await call('DELETE', `comments/${comment.id}`)).status).toBe(404)
  expect((await readPost(id)).comments_count).toBe(0)
})

test('replaces a deleted comment with an anonymous placeholder until its last reply is deleted', async () => {
  const { id } = await post('Placeholder')
  const top = await write(id, 'A secret')
  const middle = await write(id, 'Another', { parent_id: top.id })
  const leaf = await write(id, 'Leaf', { parent_id: middle.id })
  await call('DELETE', `comments/${top.id}`)
  await call('DELETE', `comments/${middle.id}`)
  const { body, text } = await call('GET', `comments/${top.id}`)
  expect(body.comment).toMatchObject({
    comment: 'This comment was deleted',
    author: { id: 0, name: 'Deleted', profile_picture: { url: null }, role: 'customer' },
  })
  expect(text).not.toContain('secret')
  expect(ids(await list(`feature_request_id=${id}`))).toEqual([top.id, middle.id, leaf.id])
  expect((await readPost(id)).comments_count).toBe(1)
  for (const [method, path, content] of [
    ['PUT', `comments/${top.id}`, { comment: 'Back' }],
    ['DELETE', `comments/${top.id}`, undefined],
  ] as const)
    expect((await call(method, path, content)).status).toBe(404)
  const reply = { feature_request_id: id, comment: 'To nobody', parent_id: top.id }
  expect((await call('POST', 'comments', reply)).status).toBe(422)
  await call('DELETE', `comments/${leaf.id}`)
  expect(await list(`feature_request_id=${id}`)).toEqual([])
  expect((await readPost(id)).comments_count).toBe(0)
})

test('keeps replies on the post of their parent comment, and accepts none on merged posts', async () => {
  const [one, other] = [await post('One'), await post('Other')]
  const comment = await write(one.id, 'Here')
  const reply = { feature_request_id: other.id, comment: 'There', parent_id: comment.id }
  expect(await call('POST', 'comments', reply)).toMatchObject({
    status: 422,
    body: { errors: { parent_id: ['is not a comment on this feature request'] } },
  })
  await app.database.kysely
    .updateTable('posts')
    .set({ mergedIntoId: one.id })
    .where('id', '=', other.id)
    .execute()
  const late = { feature_request_id: other.id, comment: 'Too late' }
  expect(await call('POST', 'comments', late)).toMatchObject({
    status: 422,
    body: { errors: { feature_request_id: ['is merged into another feature request'] } },
  })
  expect(await list(`feature_request_id=${other.id}`)).toEqual([])
})
