import { expect, test } from 'vitest'
import { listPeopleOfImports } from '../../../src/moving/transfer/people-of-imports.ts'
import { refusal, run } from '../../support/clients/operations.ts'
import { createTenant } from '../../support/fixtures/scenario.ts'
import { useApp } from '../../support/use.ts'

const app = useApp()

/** Stores imports that have people with these names without an address, and one with an address in each. */
async function createImports(count: number, names: string[]) {
  const tenant = await createTenant(app)
  await app.database.pool.query(
    `with runs as (
       insert into import_runs (organization_id, source, source_name, state, finished_at, total, created_by_id, actor_kind)
       select $1, 'canny', 'canny', 'done', now(), 0, $2, 'system' from generate_series(1, $3) returning id),
     people as (
       insert into users (organization_id, name, email)
       select $1, name || ' ' || r.number, case when name = 'Mail' then 'mail' || r.number || '@moved.example' end
       from (select row_number() over (order by id) as number from runs) r, unnest($4::text[] || array['Mail']) name
       returning id, name)
     insert into external_refs (organization_id, source_name, kind, external_id, local_id, run_id, created, hash)
     select $1, 'canny', 'person', p.id || again, p.id, (select min(id) from runs), true, ''
     from people p, unnest(array['', 'x']) again`,
    [tenant.organization.id, tenant.admin.id, count, names],
  )
  return tenant
}

const LIST = `query ($first: Int, $after: String, $search: String) {
  peopleWithoutEmail(first: $first, after: $after, filter: { search: $search }) {
    totalCount nodes { id name email } pageInfo { endCursor hasNextPage } } }`

type Listed = { totalCount: number; names: string[]; ids: string[]; end: string; hasMore: boolean }

async function list(
  session: Record<string, string>,
  variables: Record<string, unknown> = {},
): Promise<Listed> {
  const { totalCount, nodes, pageInfo } = (await run(app, session, LIST, variables)).peopleWithoutEmail
  const people = nodes as { id: string; name: string }[]
  return {
    ...{ totalCount, end: pageInfo.endCursor, hasMore: pageInfo.hasNextPage },
    names: people.map(({ name }) => name),
    ids: people.map(({ id }) => id),
  }
}

test('people without an address of all imports are found by a part of the name', async () => {
  const { admin } = await createImports(7, ['Ada', 'Ben_%'])
  expect((await list(admin.session)).totalCount).toBe(14)
  expect((await list(admin.session, { search: ' aDa ' })).names).toEqual(
    Array.from({ length: 7 }, (_, index) => `Ada ${index + 1}`),
  )
  expect((await list(admin.session, { search: 'n_% 3' })).names).toEqual(['Ben_% 3'])
  expect((await list(admin.session, { search: 'a%3' })).names).toEqual([])
  expect((await list(admin.session, { search: ' ' })).totalCount).toBe(14)
})

test('they are read page by page, each of them once', async () => {
  const { admin } = await createImports(5, ['Ada'])
  const first = await list(admin.session, { first: 3, search: 'ada' })
  expect(first).toMatchObject({ totalCount: 5, hasMore: true, names: ['Ada 1', 'Ada 2', 'Ada 3'] })
  const second = await list(admin.session, { first: 3, search: 'ada', after: first.end })
  expect(second).toMatchObject({ totalCount: 5, hasMore: false, names: ['Ada 4', 'Ada 5'] })
})

test('claimed people, other people without an address and those of other organizations are not among them', async () => {
  const { admin, organization } = await createImports(2, ['Ada'])
  const other = await createImports(1, ['Ada of others'])
  await app.database.pool.query(`insert into users (organization_id, name) values ($1, 'Ada by hand')`, [
    organization.id,
  ])
  const [fromId] = (await list(admin.session)).ids
  const claim = `mutation ($input: ClaimPersonInput!) { claimPerson(input: $input) { errors { message } } }`
  await run(app, admin.session, claim, { input: { fromId, intoId: `usr_${admin.id}` } })
  expect((await list(admin.session, { search: 'ada' })).names).toEqual(['Ada 2'])
  expect((await list(other.admin.session)).names).toEqual(['Ada of others 1'])
})

test('only admins read them, and a search has at most 255 characters', async () => {
  const tenant = await createImports(1, ['Ada'])
  const { admin } = tenant
  for (const role of ['member', 'csm', 'collaborator'] as const) {
    const { session } = await tenant.member(role)
    expect(await refusal(app, session, LIST)).toMatchObject({ code: 'FORBIDDEN' })
  }
  const long = { search: 'a'.repeat(256) }
  expect(await refusal(app, admin.session, LIST, long)).toMatchObject({ code: 'INVALID_PARAM' })
  expect((await list(admin.session, { search: 'a'.repeat(255) })).names).toEqual([])
})

test('one statement reads a page, for any number of imports', async () => {
  const { organization } = await createImports(40, ['Ada'])
  const before = app.statements.length
  const page = await listPeopleOfImports(app.database.kysely, organization.id, {
    search: 'ada',
    page: { first: 30 },
  })
  expect(page.rows.length).toBe(30)
  expect(app.statements.length - before).toBe(1)
})
