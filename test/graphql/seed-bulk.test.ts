import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '../../src/db/transaction.ts'
import { keyringOf } from '../../src/lib/crypto/encryption.ts'
import { createOrganization } from '../../src/modules/organizations/create-organization.ts'
import { storeTeamMember } from '../../src/modules/teams/add-team-member.ts'
import { inClientTransaction } from '../../src/seed/bulk/store-batch.ts'
import { seedBulk, type BulkResult } from '../../src/seed/bulk.ts'
import { copyLine, copyRows } from '../../src/seed/copy-rows.ts'
import { contradictions, unlikeRichText } from '../support/contract/consistency.ts'
import { createDatabase, type TestDatabase } from '../support/database.ts'

const POSTS = 2_000
const NOW = new Date('2026-06-01T12:00:00.000Z')
let first: TestDatabase
let second: TestDatabase
let result: BulkResult

beforeAll(async () => {
  first = await createDatabase()
  second = await createDatabase()
  await found(first, 'acme')
  result = await seedBulk(first, { organizationSlug: 'acme', posts: POSTS, seed: 7, now: NOW })
})
afterAll(async () => {
  await first.drop()
  await second.drop()
})

/** Creates an organization with one team member and returns its id. */
function found({ kysely }: TestDatabase, slug: string): Promise<number> {
  return inTransaction(kysely, async (tx) => {
    const { organization } = await createOrganization(tx, keyringOf(Buffer.alloc(32)), { slug, name: slug })
    await storeTeamMember(tx, organization.id, { email: `admin@${slug}.example`, role: 'admin' })
    return organization.id
  })
}

async function one<Row>({ kysely }: TestDatabase, query: string): Promise<Row> {
  const { rows } = await sql<Row>`${sql.raw(query)}`.execute(kysely)
  return rows[0] as Row
}

test('bulk data violates no invariant of the data', async () => {
  expect(Object.entries(await contradictions(first.kysely)).filter(([, broken]) => broken > 0)).toEqual([])
  expect(await unlikeRichText(first.kysely, 500)).toEqual([])
})

test('reports the stored quantities', async () => {
  const counts = `select (select count(*) from posts) posts, (select count(*) from votes) votes,
    (select count(*) from comments) comments`
  expect(result).toMatchObject(await one<object>(first, counts))
  expect(result).toMatchObject({ posts: POSTS, users: 200 })
})

test('distributes posts, votes and comments as in a real organization', async () => {
  const share = (condition: string) => `avg((${condition})::int)::float`
  const found = await one<Record<string, number>>(
    first,
    `select avg(votes_count + downvotes_count)::float votes, avg(comments_count)::float comments,
      max(votes_count) most, percentile_disc(0.5) within group (order by votes_count) median,
      ${share('hidden')} hidden, ${share('private')} private, ${share("approval_status = 'pending'")} pending,
      ${share('updated_at > created_at')} changed, min(length(description_html)) shortest,
      max(length(description_html)) longest, count(distinct date_trunc('month', created_at)) months,
      ${share("title ~ '[^\\x01-\\u024f]'")} "foreign", max(created_at) <= '${NOW.toISOString()}' as past from posts`,
  )
  expect(found.votes).toBeGreaterThan(3.5)
  expect(found.votes).toBeLessThan(6.5)
  expect(found.comments).toBeGreaterThan(1)
  expect(found.comments).toBeLessThan(2)
  expect(found.most).toBeGreaterThan(50)
  expect(found.median).toBeLessThan(4)
  expect(found.hidden).toBeCloseTo(0.05, 1)
  expect(found.private).toBeCloseTo(0.1, 1)
  expect(found.pending).toBeGreaterThan(0.01)
  expect(found.pending).toBeLessThan(0.04)
  expect(found.changed).toBeGreaterThan(0.4)
  expect(found.shortest).toBeGreaterThanOrEqual(200)
  expect(found.longest).toBeLessThanOrEqual(3000)
  expect(found.months).toBeGreaterThanOrEqual(36)
  expect(found.foreign).toBeGreaterThan(0.1)
  expect(found.past).toBe(true)
  const tags = `select count(*) n, max(n) most from (select count(*) n from post_tags group by post_id) tagged`
  expect(await one(first, tags)).toMatchObject({ most: 4 })
})

const CONTENT = `select md5(string_agg(row::text, '' order by (row).id)) digest from (
  select row_number() over (order by p.id) id, p.title, p.description_html, p.description, p.preview, b.slug, s.slug,
    p.approval_status, p.hidden, p.votes_count, p.downvotes_count, p.comments_count, extract(epoch from p.created_at),
    extract(epoch from p.updated_at), u.name, array(select c.body from comments c where c.post_id = p.id order by c.id),
    array(select t.name from post_tags pt join tags t on t.id = pt.tag_id where pt.post_id = p.id order by 1)
  from posts p join buckets b on b.id = p.bucket_id join statuses s on s.id = p.status_id
    join users u on u.id = p.submitter_id join organizations o on o.id = p.organization_id and o.slug = 'acme') row`

test('the same seed generates the same data in another database, regardless of the ids assigned there', async () => {
  await found(second, 'other')
  await seedBulk(second, { organizationSlug: 'other', posts: 30, now: NOW })
  await found(second, 'acme')
  await seedBulk(second, { organizationSlug: 'acme', posts: POSTS, seed: 7, now: NOW })
  expect(await one(second, CONTENT)).toEqual(await one(first, CONTENT))
})

test('another run adds to the first without collisions and leaves other organizations unchanged', async () => {
  const again = await seedBulk(second, { organizationSlug: 'acme', posts: 500, seed: 7, now: NOW })
  expect(again).toMatchObject({ posts: 500, users: 0 })
  const byOrganization = `select array_agg(n order by n) counts from
    (select count(*)::int n from posts group by organization_id) counted`
  expect(await one(second, byOrganization)).toEqual({ counts: [30, POSTS + 500] })
  expect(Object.values(await contradictions(second.kysely)).every((broken) => broken === 0)).toBe(true)
})

test('rejects an unknown organization and stores nothing', async () => {
  await expect(seedBulk(first, { organizationSlug: 'nobody', posts: 10 })).rejects.toThrow('Organization')
  expect(await one(first, 'select count(*) n from posts')).toEqual({ n: POSTS })
})

test('a failed batch stores nothing, and its connection remains usable', async () => {
  const client = await first.pool.connect()
  const target = 'tags (organization_id, name, color)'
  const odd = 'tab\there, line\nbreak, back\\slash \\N, €'
  try {
    const failing = inClientTransaction(client, async () => {
      await copyRows(client, target, copyLine([1, 'whole', '#fff']))
      await copyRows(client, target, copyLine([1, null, '#fff']))
    })
    await expect(failing).rejects.toMatchObject({ code: '23502' })
    await inClientTransaction(client, () => copyRows(client, target, copyLine([1, odd, '#fff'])))
  } finally {
    client.release()
  }
  const query = "select array_agg(name) names from tags where color = '#fff'"
  const { names } = await one<{ names: string[] }>(first, query)
  expect(names).toEqual([odd])
})
