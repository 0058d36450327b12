import { beforeAll, expect, test } from 'vitest'
import { refusal, run } from '../support/clients/operations.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)

const send = async (method: string, path: string, body: object) => {
  const answer = await app.call(method, `/api/v3${path}`, { headers: tenant.keyAndAdmin, body })
  expect(answer.status).toBeLessThan(300)
  return answer.body
}

beforeAll(async () => {
  const people = [
    { email: 'ada@people.example', name: 'Ada', starred: true },
    { email: 'ben@people.example', name: 'Ben', blocked: true },
    { email: 'cat@people.example', name: 'Cat', starred: true, blocked: true, labels: ['vip'] },
    { email: 'dan@people.example', name: 'Dan' },
  ]
  await send('POST', '/customers/import', { customers: people })
  for (const title of ['One', 'Two']) {
    const { id } = await send('POST', '/feature_requests', { title, description: 'x' })
    await send('POST', '/comments', { feature_request_id: id, comment: `On ${title}` })
    const voter = {
      by_email: tenant.admin.email,
      email: title === 'One' ? 'ada@people.example' : 'ben@people.example',
    }
    await send('POST', '/votes_on_behalf', { feature_request_id: id, ...voter })
  }
})

test('customers are filtered by star, block, label and search together, in each order', async () => {
  const query = `query ($filter: CustomerFilter, $after: String) {
    customers(first: 1, after: $after, filter: $filter, orderBy: { field: NAME, direction: ASC }) {
      nodes { name } pageInfo { endCursor hasNextPage } totalCount } }`
  const names = async (filter: object) => {
    const found: string[] = []
    let after: string | null = null
    for (;;) {
      const { customers } = await run(app, tenant.key, query, { filter, after })
      found.push(...customers.nodes.map(({ name }: { name: string }) => name))
      if (!customers.pageInfo.hasNextPage) return [found.join(), customers.totalCount]
      after = customers.pageInfo.endCursor
    }
  }
  expect(await names({ starred: true })).toEqual(['Ada,Cat', 2])
  expect(await names({ blocked: true })).toEqual(['Ben,Cat', 2])
  expect(await names({ starred: false, blocked: true })).toEqual(['Ben', 1])
  expect(await names({ starred: true, blocked: true, label: 'vip' })).toEqual(['Cat', 1])
  expect(await names({ starred: false, blocked: false, search: 'people.example' })).toEqual(['Dan', 1])
})

test('comments are filtered by their author', async () => {
  const query = 'query ($filter: CommentFilter) { comments(filter: $filter) { nodes { body } totalCount } }'
  const bodies = async (filter: object) =>
    (await run(app, tenant.key, query, { filter })).comments.nodes.map(({ body }: { body: string }) => body)
  expect(await bodies({ authorId: `usr_${tenant.admin.id}` })).toEqual(['On One', 'On Two'])
  expect(await bodies({ authorId: 'usr_0' })).toEqual([])
  expect(await refusal(app, tenant.key, query, { filter: { authorId: 'post_1' } })).toMatchObject({
    status: 400,
  })
})

test('posts are filtered by their voters', async () => {
  const query = 'query ($filter: PostFilter) { posts(filter: $filter) { nodes { title } } }'
  const titles = async (voterEmails: string[]) =>
    (await run(app, tenant.key, query, { filter: { voterEmails } })).posts.nodes.map(
      ({ title }: { title: string }) => title,
    )
  expect(await titles([' ADA@people.example'])).toEqual(['One'])
  expect(await titles(['ada@people.example', 'ben@people.example'])).toEqual(['Two', 'One'])
  expect(await titles(['dan@people.example'])).toEqual([])
})
