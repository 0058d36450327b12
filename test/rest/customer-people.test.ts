import { expect, test } from 'vitest'
import type { Headers } from '../support/fixtures/scenario.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)

const call = (method: string, path: string, body?: unknown, headers: Headers = tenant.keyAndAdmin) =>
  app.call(method, `/api/v3/${path}`, { headers, body })
const emails = async (query: string, headers?: Headers) =>
  (await call('GET', `customers?${query}`, undefined, headers)).body.customers.map(
    (customer: { email: string }) => customer.email,
  )
const userOf = (id: number) =>
  app.database.kysely.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

test('requires the team for reads, and a team member in person for writes', async () => {
  const customer = await tenant.sso({ email: 'plain@people.example' })
  const collaborator = await tenant.member('collaborator')
  const body = { email: 'new@people.example' }
  expect((await call('POST', 'customers', body, tenant.key)).status).toBe(401)
  expect((await call('POST', 'customers', body, { ...tenant.key, ...customer })).status).toBe(403)
  expect(
    (await app.graphql('{ customers { nodes { email } } }', {}, customer)).body.errors[0].extensions.status,
  ).toBe(403)
  expect(await emails('q=new@people.example')).toEqual([])
  expect((await call('POST', 'customers', body, { ...tenant.key, ...collaborator.session })).status).toBe(201)
})

test("deletes a customer's data, keeps what they wrote, and frees the e-mail", async () => {
  const sso = {
    ...tenant.key,
    ...(await tenant.sso({
      email: 'gone@people.example',
      name: 'Gone Soon',
      add_as_customer: true,
      labels: ['vip'],
    })),
  }
  const post = (await call('POST', 'feature_requests', { title: 'Mine' }, sso)).body
  const { comment } = (await call('POST', 'comments', { feature_request_id: post.id, comment: 'Hello' }, sso))
    .body
  const id = comment.author.id
  await call('PUT', `customers/${id}`, { custom_fields: { phone: '123' } })
  expect((await call('GET', `customers/${id}`)).body).toMatchObject({
    post_count: 1,
    votes_count: 1,
    comments_count: 1,
  })
  expect(await call('DELETE', `customers/${id}`)).toMatchObject({ status: 200, body: { success: true } })
  for (const method of ['GET', 'PUT', 'DELETE'])
    expect((await call(method, `customers/${id}`, method === 'PUT' ? {} : undefined)).status).toBe(404)
  expect(JSON.stringify(await userOf(id))).not.toMatch(/gone|soon|vip|123/i)
  expect((await call('GET', `feature_requests/${post.id}`)).body).toMatchObject({
    title: 'Mine',
    votes_count: 1,
    submitter: { name: 'Deleted user' },
  })
  expect((await call('GET', `comments/${comment.id}`)).body.comment).toMatchObject({
    comment: 'Hello',
    author: { id, name: 'Deleted user' },
  })
  const again = (await call('POST', 'comments', { feature_request_id: post.id, comment: 'Again' }, sso)).body
    .comment
  expect(again.author.id).not.toBe(id)
})

test('lets a team member be a customer too, who keeps role and name and cannot be deleted as one', async () => {
  const member = await tenant.member('member')
  const before = await userOf(member.id)
  const listed = await call('POST', 'customers', {
    email: member.email,
    name: 'Another name',
    blocked: true,
    labels: ['staff'],
  })
  expect(listed).toMatchObject({
    status: 201,
    body: { id: member.id, name: before.name, blocked: false, labels: ['staff'] },
  })
  expect(await userOf(member.id)).toMatchObject({ role: 'member', accountId: member.accountId })
  expect(await call('PUT', `customers/${member.id}`, { name: 'Another name' })).toMatchObject({
    status: 422,
    body: { errors: { name: [expect.any(String)] } },
  })
  expect(await call('DELETE', `customers/${member.id}`)).toMatchObject({
    status: 422,
    body: { error: 'ERROR_CODE_CANNOT_DELETE' },
  })
  expect(await userOf(member.id)).toMatchObject({ role: 'member', email: member.email, name: before.name })
})
