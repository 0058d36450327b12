import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { waitForLock } from '../support/faults/wait-for-lock.ts'
import { putGrant } from '../support/fixtures/grants.ts'
import type { Headers } from '../support/fixtures/scenario.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)
let other: TestApp

beforeAll(async () => {
  other = await startApp({ beside: app })
})
afterAll(() => other.stop())

const run = (key: string, text: string, variables = {}, headers: Headers = tenant.keyAndAdmin, at = app) =>
  at.graphql(text, variables, { ...headers, 'Idempotency-Key': key })
const namesOfTags = async () =>
  (await app.database.pool.query<{ name: string }>('select name from tags order by name')).rows.map(
    ({ name }) => name,
  )

test('a caller who lost a scope or a role that a response needed does not receive it again', async () => {
  const text = `mutation ($email: EmailAddress!) {
    createPost(input: { title: "Of another", submitter: { email: $email } }) { post { submitter { email } } }
  }`
  const variables = { email: 'another@people.example' }
  const { token, install } = await putGrant(app, tenant, tenant, {
    scopes: ['posts:read', 'posts:write', 'customers:read'],
  })
  const first = await run('narrowed', text, variables, token)
  expect(first.body.data.createPost.post.submitter).toEqual(variables)
  expect((await run('narrowed', text, variables, token)).text).toBe(first.text)
  await app.database.pool.query(
    `update oauth_installs set scopes = '{posts:read,posts:write}' where id = ${install.id}`,
  )
  const message = 'The stored response was for a role or for scopes that you no longer have'
  const narrowed = await run('narrowed', text, variables, token, other)
  expect([narrowed.status, narrowed.body.errors[0].message]).toEqual([403, message])

  const member = await tenant.member('member')
  const own = `mutation { createPost(input: { title: "Own" }) { post { subscribers { nodes { user { email } } } } } }`
  const team = await run('left', own, {}, { ...tenant.key, ...member.session })
  expect(team.body.data.createPost.post.subscribers.nodes).toHaveLength(1)
  await app.database.pool.query(`update users set role = null where id = ${member.id}`)
  const left = await run('left', own, {}, { ...tenant.key, ...member.session }, other)
  expect([left.status, left.body.errors[0].message]).toEqual([403, message])
})

test('two mutations that wait for each other are both done once', async () => {
  const create = 'mutation { createPost(input: { title: "Former" }) { post { id } } }'
  const posts = await Promise.all(
    [1, 2].map(
      async () => (await app.graphql(create, {}, tenant.key)).body.data.createPost.post.id as string,
    ),
  )
  const text = `mutation ($one: ID!, $other: ID!, $name: String!) {
    first: updatePost(input: { id: $one, title: $name }) { errors { code } }
    tag: createTag(input: { name: $name }) { errors { code } }
    last: updatePost(input: { id: $other, title: $name }) { post { title } errors { code } }
  }`
  const holder = await app.database.pool.connect()
  await holder.query('begin; lock table tags in share mode')
  const answers = [posts, posts.toReversed()].map(([one, other], index) =>
    run(`crossing-${index}`, text, { one, other, name: `Crossing ${index}` }),
  )
  await waitForLock(app, 2)
  await holder.query('rollback')
  holder.release()
  for (const [index, { body }] of (await Promise.all(answers)).entries())
    expect(body).toEqual({
      data: {
        first: { errors: [] },
        tag: { errors: [] },
        last: { post: { title: `Crossing ${index}` }, errors: [] },
      },
    })
  expect(await namesOfTags()).toEqual(['Crossing 0', 'Crossing 1'])
})
