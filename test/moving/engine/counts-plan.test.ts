import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import { expect, test } from 'vitest'
import type { Transaction } from '../../../src/db/database.ts'
import { countVotes, readStatistics } from '../../../src/moving/engine/finish.ts'
import { recountPosts } from '../../../src/modules/posts/merging/recount-posts.ts'
import { submit } from '../../support/fixtures/people.ts'
import { createTenant, type Tenant } from '../../support/fixtures/scenario.ts'
import { useApp } from '../../support/use.ts'

const app = useApp()
const POSTS = 3_000
const PAGE = 1_000
const SOURCE = 'csv:default'

type Node = {
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Join Filter'?: number
  'Rows Removed by Filter'?: number
  Plans?: Node[]
}
type Work = (tx: Transaction) => Promise<unknown>

/** The statement of `work`, which is not executed. */
async function statementOf(work: Work): Promise<{ text: string; values: unknown[] }> {
  const sent: { text: string; values: unknown[] }[] = []
  const db = new Kysely({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (one) => new PostgresIntrospector(one),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query: { sql: text, parameters } }) => void sent.push({ text, values: [...parameters] }),
  })
  await work(db as unknown as Transaction)
  const [statement] = sent
  if (!statement) throw new Error('no statement was sent')
  return statement
}

const removedBy = (node: Node) =>
  (node['Rows Removed by Join Filter'] ?? 0) + (node['Rows Removed by Filter'] ?? 0)

/** Number of rows that the steps of a statement have read or compared. */
async function effortOf(work: Work): Promise<number> {
  const { text, values } = await statementOf(work)
  const client = await app.database.pool.connect()
  try {
    await client.query('begin')
    const { rows } = await client.query<{ 'QUERY PLAN': { Plan: Node }[] }>(
      `explain (analyze, format json) ${text}`,
      values,
    )
    await client.query('rollback')
    const sum = (node: Node): number =>
      (node['Actual Rows'] + removedBy(node)) * node['Actual Loops'] +
      (node.Plans ?? []).reduce((total, one) => total + sum(one), 0)
    return rows[0]?.['QUERY PLAN'].reduce((total, { Plan }) => total + sum(Plan), 0) ?? 0
  } finally {
    client.release()
  }
}

/** Stores posts of an earlier import with a vote each. Returns their ids. */
async function storePosts(of: Tenant): Promise<number[]> {
  const first = Number(await submit(app, of.key, 'Template'))
  const { rows } = await app.database.pool.query<{ ids: number[] }>(
    `with copies as (
      insert into posts (organization_id, slug, title, description_html, bucket_id, status_id, submitter_id)
      select organization_id, 'copy-' || n, 'Copy', '', bucket_id, status_id, submitter_id
      from posts, generate_series(1, $3::int) n where organization_id = $1 and id = $2 returning id),
    refs as (
      insert into external_refs (organization_id, source_name, kind, external_id, local_id, run_id, created, hash, votes_count)
      select $1, $4, 'post', id, id, 1, true, '', 5 from copies),
    votes as (insert into votes (organization_id, post_id, user_id, direction) select $1, id, $5, 'up' from copies)
    select array_agg(id) as ids from copies`,
    [of.organization.id, first, POSTS, SOURCE, of.admin.id],
  )
  return rows[0]?.ids ?? []
}

test('counting a page of posts of a new organization does not read all others for each', async () => {
  const before = await createTenant(app)
  await storePosts(before)
  // The statistics have no rows of the organization that is imported next.
  await app.database.pool.query('analyze posts, votes, external_refs')
  const tenant = await createTenant(app)
  const ids = (await storePosts(tenant)).slice(0, PAGE)
  expect(ids).toHaveLength(PAGE)
  const { id: organizationId } = tenant.organization
  const session = { organizationId, sourceName: SOURCE }
  await readStatistics(app.services.db)
  expect(await effortOf((tx) => recountPosts(tx, organizationId, ids))).toBeLessThan(PAGE * 100)
  expect(await effortOf((tx) => countVotes(tx, session, ids))).toBeLessThan(PAGE * 100)
})
