import { expect, test } from 'vitest'
import { refusal, run } from '../support/clients/operations.ts'
import { customers, postId, submit } from '../support/fixtures/people.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)

test('lets the team add subscribers by e-mail once, list them and remove them', async () => {
  const id = postId(await submit(app, tenant.key, 'News'))
  const add =
    'mutation ($id: ID!, $email: EmailAddress!) { subscribeToPost(input: { id: $id, subscriber: { email: $email } }) { subscriber { user { email } } } }'
  for (let time = 0; time < 2; time++) await run(app, tenant.key, add, { id, email: 'Reader@news.example' })
  const list =
    'query ($id: ID!) { post(by: { id: $id }) { subscribers { totalCount nodes { user { email } } } } }'
  const { subscribers } = (await run(app, tenant.key, list, { id })).post
  expect(subscribers.nodes.map(({ user }: { user: { email: string } }) => user.email)).toEqual([
    tenant.admin.email,
    'reader@news.example',
  ])
  await run(
    app,
    tenant.key,
    'mutation ($id: ID!) { unsubscribeFromPost(input: { id: $id, subscriber: { email: "reader@news.example" } }) { post { id } } }',
    { id },
  )
  expect((await run(app, tenant.key, list, { id })).post.subscribers.totalCount).toBe(1)
  const { fay } = await customers(app, tenant, 'fay')
  expect((await run(app, fay, list, { id })).post.subscribers).toBeNull()
  expect(await refusal(app, fay, add, { id, email: 'x@y.example' })).toMatchObject({ status: 403 })
})
