import { beforeAll, expect, test } from 'vitest'
import { run } from '../support/clients/operations.ts'
import { growth } from '../support/memory-growth.ts'
import { createPost } from '../support/fixtures/webhooks.ts'
import { useApp, useTenant } from '../support/use.ts'

const EVENTS = 60
const LENGTH = 499_000

const app = useApp()
const tenant = useTenant(app)
let small: string[]

beforeAll(async () => {
  await createPost(app, tenant)
  const id = await createPost(app, tenant)
  small = (await run(app, tenant.key, '{ events { nodes { id } } }')).events.nodes.map(
    (event: { id: string }) => event.id,
  )
  const update = 'mutation ($input: UpdatePostInput!) { updatePost(input: $input) { post { id } } }'
  await run(app, tenant.key, update, { input: { id: `post_${id}`, description: 'd'.repeat(LENGTH) } })
  for (let count = 1; count < EVENTS; count++)
    await run(app, tenant.key, update, { input: { id: `post_${id}`, pinned: count % 2 === 1 } })
})

const last = (count: number, fields: string) => `{ events(last: ${count}) { nodes { ${fields} } } }`

test('events of large posts are listed without their posts if the selection needs none', async () => {
  const grown = await growth(async () => {
    const lists = await Promise.all(
      Array.from({ length: 4 }, () => run(app, tenant.key, last(EVENTS, 'id type createdAt'))),
    )
    for (const { events } of lists) expect(events.nodes).toHaveLength(EVENTS)
  })
  // The events have 60 MB as text.
  expect(grown).toBeLessThan(150_000_000)
})

test('events that are too large together are refused before they are read', async () => {
  for (const fields of ['... on PostEvent { snapshot { title } }', 'changes { from }', 'changes { field }']) {
    const grown = await growth(async () => {
      const { body } = await app.graphql(last(EVENTS, fields), {}, tenant.key)
      expect(body.errors[0]).toMatchObject({
        message: expect.stringContaining('32000000 characters') as string,
        extensions: { code: 'INVALID_PARAM', status: 400 },
      })
    })
    expect(grown).toBeLessThan(100_000_000)
  }
})

test('large events are read in statements of a bounded size', async () => {
  app.statements.length = 0
  const fields = 'changes { field to } ... on PostEvent { snapshot { pinned description bucket { slug } } }'
  const { events } = await run(app, tenant.key, last(20, fields))
  expect(events.nodes).toHaveLength(20)
  for (const [index, { changes, snapshot: post }] of events.nodes.entries()) {
    expect(changes).toEqual([{ field: 'pinned', to: index % 2 === 1 }])
    expect(post).toMatchObject({ pinned: index % 2 === 1, bucket: { slug: expect.any(String) as string } })
    expect(post.description).toHaveLength(LENGTH)
  }
  // About 1,000,000 characters each, of which a statement reads 8,000,000.
  expect(app.statements.length).toBeGreaterThanOrEqual(3)
  expect(app.statements.length).toBeLessThanOrEqual(6)
})

test('a list of small events is read in one statement', async () => {
  app.statements.length = 0
  const query = `query ($before: ID) { events(last: 2, before: $before) { nodes { id changes { field } ... on PostEvent { snapshot { title } } } } }`
  const { events } = await run(app, tenant.key, query, { before: small[1] })
  expect(events.nodes).toMatchObject([{ id: small[0], snapshot: { title: expect.any(String) as string } }])
  expect(app.statements.filter((text) => text.includes('"events"'))).toHaveLength(1)
})

test('many large events by id are refused, and one is answered', async () => {
  const ids = (await run(app, tenant.key, last(EVENTS, 'id'))).events.nodes.map(
    (event: { id: string }) => event.id,
  )
  const byId = (count: number, fields: string) =>
    `{ ${ids
      .slice(0, count)
      .map((id: string, index: number) => `e${index}: node(id: "${id}") { ... on Event { ${fields} } }`)
      .join(' ')} }`
  const post = '... on PostEvent { snapshot { description } }'
  expect((await run(app, tenant.key, byId(1, post))).e0.snapshot.description).toHaveLength(LENGTH)
  expect(await growth(() => run(app, tenant.key, byId(20, 'id')))).toBeLessThan(100_000_000)
})
