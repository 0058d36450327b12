import { expect, test } from 'vitest'
import { run } from '../../support/clients/operations.ts'
import { createTenant } from '../../support/fixtures/scenario.ts'
import { useApp } from '../../support/use.ts'

const app = useApp()
const query = async <Row extends object>(text: string, values: unknown[]) =>
  (await app.database.pool.query<Row>(text, values)).rows

/** Stores imports with three people each: one with an address, and two without, of whom one has two references. */
async function createImports(count: number) {
  const { organization, admin } = await createTenant(app)
  await query(
    `with runs as (
       insert into import_runs (organization_id, source, source_name, state, finished_at, total, created_by_id, actor_kind)
       select $1, 'canny', 'canny', 'done', now(), 0, $2, 'system' from generate_series(1, $3) returning id),
     people as (
       insert into users (organization_id, name, email)
       select $1, 'p' || id || n, case when n = 0 then 'p' || id || '@moved.example' end from runs, generate_series(0, 2) n
       returning id, name),
     placed as (select p.id, r.id as run_id, p.name from people p join runs r on left(p.name, -1) = 'p' || r.id)
     insert into external_refs (organization_id, source_name, kind, external_id, local_id, run_id, created, hash)
     select $1, 'canny', 'person', name || again, id, run_id, true, '' from placed, generate_series(0, 1) again
     where again = 0 or right(name, 1) = '2'`,
    [organization.id, admin.id, count],
  )
  return admin.session
}

const LIST = `query ($first: Int!, $after: String) { importRuns(first: $first) { nodes {
  peopleWithoutEmail(first: 1, after: $after) { totalCount nodes { name email } pageInfo { endCursor hasNextPage } } } } }`

test('an import lists its people without an address once, page by page', async () => {
  const session = await createImports(2)
  const page = async (after?: string) =>
    (await run(app, session, LIST, { first: 1, after })).importRuns.nodes[0].peopleWithoutEmail
  const first = await page()
  expect(first).toMatchObject({ totalCount: 2, nodes: [{ email: null }], pageInfo: { hasNextPage: true } })
  const second = await page(first.pageInfo.endCursor)
  expect(second).toMatchObject({ totalCount: 2, nodes: [{ email: null }], pageInfo: { hasNextPage: false } })
  expect(second.nodes[0].name).not.toBe(first.nodes[0].name)
})

test('the statements for them do not grow with the number of imports', async () => {
  const counts: number[] = []
  for (const count of [10, 30, 100]) {
    const session = await createImports(count)
    const before = app.statements.length
    await run(app, session, LIST, { first: count })
    counts.push(app.statements.length - before)
  }
  expect(new Set(counts).size).toBe(1)
})
