import { afterEach, expect, test } from 'vitest'
import { scopesOf } from '../support/contract/root-fields.ts'
import { routes } from '../../rest-compat/routes.ts'
import { startApp } from '../support/app.ts'
import { importOf, startImporter, untilDone, upload } from '../support/fixtures/csv.ts'
import { putApp, putInstall, putToken } from '../support/fixtures/grants.ts'
import { createTenant, type Tenant } from '../support/fixtures/scenario.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)
const other = useTenant(app)
const running: { stop(): Promise<void> }[] = []

afterEach(async () => {
  for (const each of running.splice(0).reverse()) await each.stop()
})

const work = (on = app) => running.push(startImporter(on))
const query = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await app.database.pool.query<Row>(text, values)).rows

/** Uploads a file and returns the id of its import. */
async function put(owner: Tenant, rows: readonly string[]): Promise<number> {
  const { body, text } = await upload(app, owner.keyAndAdmin, ['email,name', ...rows].join('\n'))
  if (body.import_id === undefined) throw new Error(text)
  return Number(body.import_id)
}

const people = (name: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${name}${index}@${name}.example,${name} ${index}`)

const IMPORT = `mutation ($csv: String!) { importCustomersFromCsv(input: { csv: $csv }) {
  customerImport { id databaseId state rowsCount processedCount createdBy { databaseId } }
  errors { code field message } } }`

test('a mutation imports a CSV text, and lists, nodes and filters return the import with its failed rows', async () => {
  const csv = 'email,name\nada@graph.example,Ada\nnone,B\n,C\n'
  const { importCustomersFromCsv: sent } = (await app.graphql(IMPORT, { csv }, tenant.admin.session)).body
    .data
  expect(sent).toEqual({
    customerImport: {
      id: `cim_${sent.customerImport.databaseId}`,
      databaseId: sent.customerImport.databaseId,
      state: 'PLANNED',
      rowsCount: 3,
      processedCount: 2,
      createdBy: { databaseId: tenant.admin.id },
    },
    errors: [],
  })
  work()
  await untilDone(app, tenant.keyAndAdmin, sent.customerImport.databaseId)
  const { body } = await app.graphql(
    `query ($id: ID!) {
      node(id: $id) { ... on CustomerImport { ...run failedRows(first: 1) { totalCount pageInfo { hasNextPage }
        nodes { row email problems { code field message problem } } } } }
      customerImports(filter: { states: [DONE] }, first: 1) { totalCount nodes { ...run } }
      planned: customerImports(filter: { states: [PLANNED, RUNNING] }) { totalCount }
    }
    fragment run on CustomerImport { id state createdCount updatedCount failedCount startedAt finishedAt }`,
    { id: sent.customerImport.id },
    tenant.admin.session,
  )
  const run = {
    id: sent.customerImport.id,
    state: 'DONE',
    createdCount: 1,
    updatedCount: 0,
    failedCount: 2,
    startedAt: expect.any(String),
    finishedAt: expect.any(String),
  }
  expect(body.data).toEqual({
    node: {
      ...run,
      failedRows: {
        totalCount: 2,
        pageInfo: { hasNextPage: true },
        nodes: [
          {
            row: 2,
            email: 'none',
            problems: [
              {
                code: 'INVALID_PARAM',
                field: ['email'],
                message: '"email" is invalid.',
                problem: 'is invalid',
              },
            ],
          },
        ],
      },
    },
    customerImports: { totalCount: 1, nodes: [run] },
    planned: { totalCount: 0 },
  })
  const bad = await app.graphql(IMPORT, { csv: 'name\nAda' }, tenant.admin.session)
  expect(bad.body.data.importCustomersFromCsv).toMatchObject({
    customerImport: null,
    errors: [{ code: 'UNPROCESSABLE', field: ['csv'] }],
  })
})

test('only the team and tokens with the scope import and see imports, and those of others do not exist', async () => {
  const id = await put(tenant, people('team', 1))
  const read = async (headers: Record<string, string>) => (await importOf(app, headers, id)).status
  const send = async (headers: Record<string, string>) =>
    (await upload(app, headers, 'email\na@b.example')).status
  const customer = { ...tenant.key, ...(await tenant.sso({ email: 'customer@team.example' })) }
  const install = await putInstall(app, await putApp(app, other), tenant)
  const before = await query('select from import_runs')
  for (const [headers, status] of [
    [{}, 401],
    [tenant.key, 401],
    [tenant.admin.session, 401],
    [customer, 403],
    [await putToken(app, install, ['customers:read']), 403],
  ] as const)
    expect([await read(headers), await send(headers)]).toEqual([status, status])
  expect(await query('select from import_runs')).toHaveLength(before.length)
  const token = await putToken(app, install, ['customers:write'])
  const member = await tenant.member('member')
  for (const headers of [token, { ...tenant.key, ...member.session }])
    expect([await read(headers), await send(headers)]).toEqual([200, 202])
  expect(await read(other.keyAndAdmin)).toBe(404)
  const { body } = await app.graphql(
    'query ($id: ID!) { node(id: $id) { id } customerImports { totalCount } }',
    { id: `cim_${id}` },
    other.admin.session,
  )
  expect(body.data).toEqual({ node: null, customerImports: { totalCount: 0 } })
  expect(
    await query<{ actor_kind: string }>('select actor_kind from import_runs where actor_kind = $1', [
      'install',
    ]),
  ).toHaveLength(1)
  const uploads = routes.flatMap(([, , , { document, upload: form }]) =>
    form ? [[document, form.document]] : [],
  )
  expect(uploads.map(([json = '', form = '']) => scopesOf(json)[0] === scopesOf(form)[0])).toEqual([true])
  work()
  await untilDone(app, tenant.keyAndAdmin, id)
})

test('two workers import each row once, organizations take turns, and an eleventh unfinished import is rejected', async () => {
  const fresh = await createTenant(app)
  const ids: number[] = []
  for (let number = 0; number < 10; number++) ids.push(await put(fresh, people(`turn${number}x`, 600)))
  const refused = await upload(app, fresh.keyAndAdmin, 'email\na@b.example')
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '10'])
  const small = await put(other, people('small', 1))
  const second = await startApp({ beside: app })
  running.push(second)
  work()
  await untilDone(app, other.keyAndAdmin, small)
  work(second)
  for (const id of ids)
    expect((await untilDone(app, fresh.keyAndAdmin, id)).import).toMatchObject({
      created: 600,
      updated: 0,
      failed: 0,
    })
  // The other organization's import did not wait for the ten that were uploaded before.
  const ended = await query<{ id: number }>(
    'select id from import_runs where id = any($1) order by finished_at',
    [[...ids, small]],
  )
  expect(ended.map(({ id }) => id)).toEqual([small, ...ids])
  const [{ events } = { events: 0 }] = await query<{ events: number }>(
    `select count(*)::int as events from events where type = 'customer_created' and organization_id = $1`,
    [fresh.organization.id],
  )
  expect(events).toBe(6000)
})

test('a row that the database rejects becomes an error, and an import that waits delays no other organization', async () => {
  await query(`create function refuse_one() returns trigger language plpgsql as $$ begin
    if new.email = 'poison@bad.example' then raise exception 'no' using errcode = '23514'; end if; return new; end $$`)
  await query('create trigger refuse_one before insert on users for each row execute function refuse_one()')
  const id = await put(tenant, [
    'fine@bad.example,Fine',
    'poison@bad.example,Poison',
    'well@bad.example,Well',
  ])
  work()
  const { import: run, errors } = await untilDone(app, tenant.keyAndAdmin, id)
  expect(run).toMatchObject({ created: 2, failed: 1 })
  expect(errors).toEqual([
    {
      row: 2,
      email: 'poison@bad.example',
      message: '"row" could not be stored.',
      errors: { row: ['could not be stored'] },
    },
  ])
  await query('drop trigger refuse_one on users')
})
