import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { contradictions } from '../support/contract/consistency.ts'
import { MERGE, UNMERGE, UNVOTE, VOTE } from '../support/fixtures/merging.ts'
import { run } from '../support/clients/operations.ts'
import { postId } from '../support/fixtures/people.ts'
import { CREATE_POST, UPDATE_POST, withNodeIds } from '../support/contract/recorded-events.ts'
import { createTenant, type Tenant } from '../support/fixtures/scenario.ts'
import { waitForLock } from '../support/faults/wait-for-lock.ts'

let app: TestApp
let tenant: Tenant
let tags: string[]
let buckets: string[]
let ids: string[]

const asTeam = (query: string, variables = {}) => run(app, tenant.keyAndAdmin, query, variables)
const misplaced = async () => (await contradictions(app.database.kysely)).misplacedTags
const titlesOf = async (query: string): Promise<string[]> => {
  const { body } = await app.call('GET', `/api/v3/feature_requests?${query}`, { headers: tenant.key })
  return body.feature_requests.map(({ title }: { title: string }) => title)
}

beforeAll(async () => {
  app = await startApp()
  tenant = await createTenant(app)
  const tag = 'mutation ($name: String!) { createTag(input: { name: $name }) { tag { databaseId } } }'
  tags = []
  for (const name of ['bug', 'idea', 'wish'])
    tags.push((await asTeam(tag, { name })).createTag.tag.databaseId)
  const bucket =
    'mutation ($name: String!) { createBucket(input: { name: $name }) { bucket { databaseId } } }'
  buckets = []
  for (const name of ['One', 'Two'])
    buckets.push((await asTeam(bucket, { name })).createBucket.bucket.databaseId)
  ids = []
  for (let count = 0; count < 12; count++) {
    const input = withNodeIds({
      title: `Post ${count}`,
      tagIds: tags.slice(count % 3),
      bucketId: buckets[count % 2] ?? '',
    })
    ids.push((await asTeam(CREATE_POST, { input })).createPost.post.databaseId)
  }
})
afterAll(() => app.stop())

test('copies every concurrent change of posts to their rows in post_tags', async () => {
  const any = <Item>(items: Item[]) => items[Math.floor(Math.random() * items.length)] as Item
  const change = (input: Parameters<typeof withNodeIds>[0]) =>
    asTeam(UPDATE_POST, { input: { id: postId(any(ids)), ...withNodeIds(input) } })
  const setPrivate =
    'mutation ($id: ID!, $on: Boolean!) { updateBucket(input: { id: $id, private: $on }) { bucket { id } } }'
  const acts = [
    () => change({ title: `Renamed ${Math.random()}` }),
    () => change({ tagIds: tags.filter(() => Math.random() < 0.5) }),
    () => change({ bucketId: any(buckets) }),
    () => change({ status: { slug: any(['planned', 'completed', 'closed']) } }),
    () => change({ hidden: Math.random() < 0.5 }),
    () => change({ approvalStatus: any(['PENDING', 'APPROVED']) }),
    () => asTeam(VOTE, { id: postId(any(ids)), direction: any(['UP', 'DOWN']) }),
    () => asTeam(UNVOTE, { id: postId(any(ids)) }),
    () => asTeam(MERGE, { id: postId(any(ids)), postIds: [postId(any(ids))] }),
    () => asTeam(UNMERGE, { id: postId(any(ids)) }),
  ]
  // Changes every post of a bucket at once, for which the other writers wait.
  const close = () => asTeam(setPrivate, { id: `bkt_${any(buckets)}`, on: Math.random() < 0.5 })
  let done = 0
  const writers = Array.from({ length: 8 }, async () => {
    for (let count = 0; count < 30; count++)
      // Some are impossible, such as the merge of a merged post.
      await (count % 15 === 14 ? close : any(acts))().then(
        () => done++,
        () => {},
      )
  })
  await Promise.all(writers)
  expect(done).toBeGreaterThan(100)
  expect(await misplaced()).toBe(0)
})

test('copies the columns of a post that changes while the tag is added', async () => {
  const { createPost } = await asTeam(CREATE_POST, { input: { title: 'Untagged' } })
  const client = await app.database.pool.connect()
  try {
    await client.query('begin')
    await client.query('update posts set votes_count = votes_count + 41 where id = $1', [
      createPost.post.databaseId,
    ])
    const tagged = app.database.pool.query(
      'insert into post_tags (organization_id, post_id, tag_id) values ($1, $2, $3)',
      [tenant.organization.id, createPost.post.databaseId, tags[0]],
    )
    await waitForLock(app)
    await client.query('commit')
    await tagged
  } finally {
    client.release()
  }
  expect(await misplaced()).toBe(0)
  expect((await titlesOf(`tag_ids[]=${tags[0]}&sort=top&ALLOW-PRIVATE=true`))[0]).toBe('Untagged')
})

test('lists posts of one tag, of the same tag twice, and of several tags in the requested order', async () => {
  const [bug, idea] = tags
  const make = async (title: string, tagIds: (string | undefined)[]) =>
    asTeam(CREATE_POST, { input: withNodeIds({ title, tagIds }) })
  const fresh = (titles: string[]) => titles.filter((title) => title.startsWith('Fresh'))
  await make('Fresh 1', [bug])
  await make('Fresh 2', [idea, bug])
  await make('Fresh 3', [idea])
  expect(fresh(await titlesOf(`tag_ids[]=${bug}`))).toEqual(['Fresh 2', 'Fresh 1'])
  expect(fresh(await titlesOf(`tag_ids[]=${bug}&tag_ids[]=${bug}`))).toEqual(['Fresh 2', 'Fresh 1'])
  const both = `tag_ids[]=${bug}&tag_ids[]=${idea}&sort=oldest_created_at&per_page=100`
  expect(fresh(await titlesOf(both))).toEqual(['Fresh 1', 'Fresh 2', 'Fresh 3'])
  const remove = 'mutation ($id: ID!) { deleteTag(input: { id: $id }) { deletedTagId } }'
  const { deleteTag } = await asTeam(remove, { id: `tag_${bug}` })
  expect(deleteTag.deletedTagId).toBe(`tag_${bug}`)
  expect(fresh(await titlesOf(both))).toEqual(['Fresh 2', 'Fresh 3'])
})
