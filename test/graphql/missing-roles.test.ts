import { expect, test } from 'vitest'
import { refusal } from '../support/clients/operations.ts'
import { connect } from '../support/clients/sockets.ts'
import { postId, submit } from '../support/fixtures/people.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)

test.each([
  ['{ customers { totalCount } }', 'a team member'],
  ['{ events { totalCount } }', 'a team member'],
  ['mutation { createTag(input: { name: "x" }) { errors { code } } }', 'a team member'],
  ['{ apiKeys { totalCount } }', 'an admin of the organization'],
  [
    'mutation { createWebhook(input: { url: "https://a.example/", events: [POST_CREATED] }) { secret } }',
    'an admin of the organization',
  ],
  [
    'mutation { createPost(input: { title: "x", submitter: { email: "other@example.com" } }) { post { id } } }',
    'a team member',
  ],
])('the refusal of a customer names the role that %s needs', async (query, who) => {
  const customer = await tenant.sso({ email: 'customer@example.com' })
  expect(await refusal(app, customer, query)).toMatchObject({
    code: 'FORBIDDEN',
    status: 403,
    message: `Insufficient permissions: this needs ${who}`,
  })
})

test('the refusal of a change of another person names those who may make it', async () => {
  const id = postId(await submit(app, tenant.key, 'Of the team'))
  const customer = await tenant.sso({ email: 'customer@example.com' })
  const query = 'mutation ($id: ID!) { updatePost(input: { id: $id, title: "x" }) { post { id } } }'
  expect(await refusal(app, customer, query, { id })).toMatchObject({
    message: 'Insufficient permissions: this needs a team member or the submitter of the post',
  })
})

test('a socket names the role, and REST does not', async () => {
  const client = await connect(app, await tenant.sso({ email: 'customer@example.com' }))
  client.send({ id: '1', type: 'subscribe', payload: { query: 'subscription { events { id } }' } })
  const { payload } = await client.received(({ type }) => type === 'error')
  expect(payload[0].message).toBe('Insufficient permissions: this needs a team member')
  client.socket.close()
  const headers = { ...tenant.key, ...(await tenant.sso({ email: 'customer@example.com' })) }
  const { status, body } = await app.call('POST', '/api/v3/tags', {
    headers,
    body: { name: 'x', color: '#112233' },
  })
  expect({ status, message: body.message }).toEqual({ status: 403, message: 'Insufficient permissions' })
})
