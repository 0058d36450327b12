import { afterEach, beforeEach, expect, test } from 'vitest'
import { SYSTEM } from '../../src/events/actor.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import { createPost } from '../../src/modules/posts/create-post.ts'
import { run } from '../support/clients/operations.ts'
import { createTenant, type Headers, type Tenant } from '../support/fixtures/scenario.ts'
import { useApp } from '../support/use.ts'

const TITLE = 'Zeppelin timetable merger'
const SIMILAR = 'query ($title: String!) { similarPosts(title: $title) { score post { title } } }'

const app = useApp()
let tenant: Tenant
let customer: Headers

const newPost = (by: Tenant, title: string, more: object = {}) =>
  inTransaction(app.database.kysely, (tx) =>
    createPost(tx, by.organization.id, {
      title,
      submitterId: by.admin.id,
      privateBuckets: true,
      actor: SYSTEM,
      ...more,
    }),
  )
const similar = async (headers: Headers) => (await run(app, headers, SIMILAR, { title: TITLE })).similarPosts

beforeEach(async () => {
  tenant = await createTenant(app)
  customer = await tenant.sso({ email: 'customer@people.example', name: 'Customer' })
  await newPost(tenant, 'Export the zeppelin timetable')
})
afterEach(() => app.database.pool.query('analyze post_documents'))

test('scores outside the team do not depend on the words of posts that are not visible', async () => {
  const before = await similar(customer)
  expect(before).toMatchObject([{ post: { title: 'Export the zeppelin timetable' } }])
  const { createBucket } = await run(
    app,
    tenant.keyAndAdmin,
    'mutation { createBucket(input: { name: "Secret", private: true }) { bucket { databaseId } } }',
  )
  await newPost(tenant, 'A merger', { bucketId: createBucket.bucket.databaseId })
  await newPost(tenant, 'The merger is near', { approvalStatus: 'pending' })
  expect(await similar(customer)).toEqual(before)
  const [forTeam] = await similar(tenant.key)
  expect(forTeam.score).toBeGreaterThan(0)
  await newPost(tenant, 'Announcing our merger')
  expect(await similar(customer)).toHaveLength(2)
})

test('scores do not depend on the words of other organizations', async () => {
  const before = await similar(tenant.key)
  const other = await createTenant(app)
  for (let count = 0; count < 20; count++) await newPost(other, `A merger with company ${count}`)
  await app.database.pool.query('analyze post_documents')
  const { rows } = await app.database.pool.query(
    `select from pg_stats where tablename = 'post_documents' and 'merger' = any(most_common_elems::text::text[])`,
  )
  expect(rows).toHaveLength(1)
  expect(await similar(tenant.key)).toEqual(before)
  expect(await similar(customer)).toEqual(before)
})
