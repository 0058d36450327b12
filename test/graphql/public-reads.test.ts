import { expect, test } from 'vitest'
import { refusal, run } from '../support/clients/operations.ts'
import { customers, postId, submit } from '../support/fixtures/people.ts'
import { roadmapCalls } from '../support/fixtures/roadmaps.ts'
import type { Headers } from '../support/fixtures/scenario.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)

const set = (id: string | number, assignment: string) =>
  app.database.pool.query(`update posts set ${assignment} where id = $1`, [id])

test('public numbers count only public objects', async () => {
  const { ann } = await customers(app, tenant, 'ann')
  const titles = ['Open', 'Done', 'Pending', 'Private', 'Hidden']
  const [open, done, pending, closed, hidden] = (await Promise.all(
    titles.map((title) => submit(app, tenant.key, title)),
  )) as [string, string, string, string, string]
  await run(
    app,
    tenant.key,
    'mutation ($id: ID!) { updatePost(input: { id: $id, status: { slug: "completed" } }) { post { id } } }',
    { id: postId(pending) },
  )
  await run(
    app,
    tenant.key,
    'mutation ($id: ID!) { updatePost(input: { id: $id, status: { slug: "completed" } }) { post { id } } }',
    { id: postId(done) },
  )
  await set(pending, `approval_status = 'pending', votes_count = 50`)
  await set(closed, 'private = true, votes_count = 70')
  await set(hidden, 'hidden = true')
  const { create, add } = roadmapCalls(app, tenant)
  const roadmap = await create({ isPublic: true, scoreType: 'VOTES' })
  for (const id of [open, done, pending, closed, hidden]) await add(roadmap, id)
  const read = (headers: Headers) =>
    run(
      app,
      headers,
      `{ buckets(first: 1) { nodes { postsCount } } roadmap(by: { id: "${roadmap}" }) { score percentage } }`,
    )
  expect(await read(tenant.key)).toEqual({
    buckets: { nodes: [{ postsCount: 4 }] },
    roadmap: { score: 122, percentage: 50 },
  })
  for (const headers of [ann, { ...tenant.key, ...ann }]) {
    expect(await read(headers)).toEqual({
      buckets: { nodes: [{ postsCount: 2 }] },
      roadmap: { score: 2, percentage: 50 },
    })
  }
})

test('reads a status, a label, a team member and an API key by id', async () => {
  const { statuses } = await run(app, tenant.key, '{ statuses { id name } }')
  const { ben } = await customers(app, tenant, 'ben')
  const one = await run(app, ben, `{ status(by: { id: "${statuses[1].id}" }) { id name } }`)
  expect(one.status).toEqual(statuses[1])
  const {
    createChangelogLabel: { changelogLabel: label },
  } = await run(
    app,
    tenant.admin.session,
    'mutation { createChangelogLabel(input: { name: "Fix" }) { changelogLabel { id name } } }',
  )
  expect(
    (await run(app, ben, `{ changelogLabel(by: { id: "${label.id}" }) { id name } }`)).changelogLabel,
  ).toEqual(label)
  const member = await run(
    app,
    tenant.key,
    `{ teamMember(by: { databaseId: ${tenant.admin.id} }) { role user { databaseId } } }`,
  )
  expect(member.teamMember).toEqual({ role: 'ADMIN', user: { databaseId: tenant.admin.id } })
  const { apiKeys } = await run(app, tenant.admin.session, '{ apiKeys { nodes { id name lastFour } } }')
  const [key] = apiKeys.nodes
  const found = await run(
    app,
    tenant.admin.session,
    `{ apiKey(by: { id: "${key.id}" }) { id name lastFour } }`,
  )
  expect(found.apiKey).toEqual(key)
  const { viewer } = await run(app, ben, '{ viewer { actor { databaseId } } }')
  const session = tenant.admin.session
  const customer = `{ teamMember(by: { databaseId: ${viewer.actor.databaseId} }) { role } }`
  expect(await run(app, session, customer)).toEqual({ teamMember: null })
  for (const field of ['status', 'teamMember', 'apiKey', 'changelogLabel'])
    expect(await run(app, session, `{ ${field}(by: { databaseId: 999999 }) { id } }`)).toEqual({
      [field]: null,
    })
  expect(
    await refusal(app, ben, `{ teamMember(by: { databaseId: ${tenant.admin.id} }) { id } }`),
  ).toMatchObject({ status: 403 })
  expect(await refusal(app, tenant.key, `{ apiKey(by: { id: "${key.id}" }) { id } }`)).toMatchObject({
    status: 403,
  })
  const node = `{ node(id: "${key.id}") { id } }`
  expect(await run(app, session, node)).toEqual({ node: { id: key.id } })
  expect(await run(app, tenant.key, node)).toEqual({ node: null })
})

test('shows the visible posts merged into a post, in one statement for many posts', async () => {
  const { cat } = await customers(app, tenant, 'cat')
  const [parent, one, two, other, third] = [
    await submit(app, tenant.key, 'Parent'),
    await submit(app, tenant.key, 'One'),
    await submit(app, tenant.key, 'Two'),
    await submit(app, tenant.key, 'Other parent'),
    await submit(app, tenant.key, 'Three'),
  ]
  const MERGE =
    'mutation ($id: ID!, $ids: [ID!]!) { mergePosts(input: { id: $id, postIds: $ids }) { post { id } } }'
  await run(app, tenant.admin.session, MERGE, { id: postId(parent), ids: [one, two].map(postId) })
  await run(app, tenant.admin.session, MERGE, { id: postId(other), ids: [postId(third)] })
  await set(two, 'private = true')
  const ask = (headers: Headers) =>
    run(
      app,
      headers,
      `{ a: post(by: { databaseId: ${parent} }) { mergedPosts(includePrivate: true) { nodes { id } } } b: post(by: { databaseId: ${other} }) { mergedPosts(includePrivate: true) { nodes { id } } } }`,
    )
  app.statements.length = 0
  const all = await ask(tenant.key)
  expect(all.a.mergedPosts.nodes).toEqual([{ id: postId(one) }, { id: postId(two) }])
  expect(all.b.mergedPosts.nodes).toEqual([{ id: postId(third) }])
  expect(app.statements.filter((text) => text.includes('merged_into_id = '))).toHaveLength(1)
  expect((await ask(cat)).a.mergedPosts.nodes).toEqual([{ id: postId(one) }])
  const page = await run(
    app,
    tenant.key,
    `{ post(by: { databaseId: ${parent} }) { mergedPosts(includePrivate: true, first: 1) { nodes { id } pageInfo { hasNextPage } } } }`,
  )
  expect(page.post.mergedPosts).toEqual({ nodes: [{ id: postId(one) }], pageInfo: { hasNextPage: true } })
})

test('rejects a range of comments that ends before it begins, as for posts', async () => {
  const span = '{ createdFrom: "2026-02-01T00:00:00Z", createdTo: "2026-01-01T00:00:00Z" }'
  const [posts, comments] = await Promise.all(
    ['posts', 'comments'].map((list) =>
      refusal(app, tenant.key, `{ ${list}(filter: ${span}) { nodes { id } } }`),
    ),
  )
  expect(comments).toEqual(posts)
})
