import { pino } from 'pino'
import { afterEach, expect, test } from 'vitest'
import type { Job } from '../../src/lib/concurrency/loop.ts'
import { purgeImports } from '../../src/modules/customers/imports/purge-imports.ts'
import { purgeExpiredRows } from '../../src/server/jobs/purge-expired-rows.ts'
import { waitForLock } from '../support/faults/wait-for-lock.ts'
import { importOf, startImporter, untilDone, upload } from '../support/fixtures/csv.ts'
import { createTenant, type Tenant } from '../support/fixtures/scenario.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)
let importer: Job | undefined

afterEach(async () => {
  await importer?.stop()
})

const work = () => {
  importer = startImporter(app)
}
const query = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await app.database.pool.query<Row>(text, values)).rows

/** Uploads a file and returns the id of its import. */
async function put(owner: Tenant, rows: readonly string[]): Promise<number> {
  const { body, text } = await upload(app, owner.keyAndAdmin, ['email,name', ...rows].join('\n'))
  if (body.import_id === undefined) throw new Error(text)
  return Number(body.import_id)
}

test('the deletion of a customer removes the address from errors and from rows that are not imported yet', async () => {
  const created = await app.call('POST', '/api/v3/customers', {
    headers: tenant.keyAndAdmin,
    body: { email: 'erased@gone.example' },
  })
  const id = await put(tenant, [
    'stays@gone.example,Stays',
    'Erased@gone.example,Row',
    ` ERASED@gone.example,${'n'.repeat(300)}`,
  ])
  const { status } = await app.call('DELETE', `/api/v3/customers/${created.body.id}`, {
    headers: tenant.keyAndAdmin,
  })
  expect(status).toBe(200)
  for (const table of ['import_rows', 'import_errors', 'users', 'events'])
    expect(
      await query(`select from ${table} t where to_jsonb(t)::text ilike '%erased@gone%'`),
      table,
    ).toEqual([])
  work()
  const { import: run, errors } = await untilDone(app, tenant.keyAndAdmin, id)
  expect(run).toMatchObject({ total: 3, processed: 3, created: 1, failed: 2 })
  expect(
    errors.map(({ row, email, errors: problems }: Record<string, unknown>) => [row, email, problems]),
  ).toEqual([
    [2, null, { email: ['belongs to a customer who was deleted'] }],
    [3, null, { name: ['is too long (maximum is 255 characters)'] }],
  ])
})

test('a deletion that meets the import of the same person leaves no address', async () => {
  const { body } = await app.call('POST', '/api/v3/customers', {
    headers: tenant.keyAndAdmin,
    body: { email: 'met@meeting.example' },
  })
  const client = await app.database.pool.connect()
  await client.query('begin')
  await client.query('select from users where id = $1 for update', [body.id])
  const id = await put(tenant, ['met@meeting.example,Met'])
  work()
  await waitForLock(app)
  const deletion = app.call('DELETE', `/api/v3/customers/${body.id}`, { headers: tenant.keyAndAdmin })
  await client.query('rollback')
  client.release()
  expect((await deletion).status).toBe(200)
  await untilDone(app, tenant.keyAndAdmin, id)
  const left = await query<{ name: string }>('select name from users where id = $1', [body.id])
  expect(left).toEqual([{ name: 'Deleted user' }])
  expect(await query('select from import_rows')).toEqual([])
})

test('imports are deleted 30 days after their end, and beyond the last hundred of the organization', async () => {
  const fresh = await createTenant(app)
  const ids: number[] = []
  for (let number = 0; number < 3; number++) ids.push(await put(fresh, ['none,None']))
  await query(`update import_runs set finished_at = now() - interval '30 days' where id = $1`, [ids[0]])
  await query(`update import_runs set finished_at = now() - interval '29 days' where id = $1`, [ids[1]])
  expect(await purgeImports(app.services.db, 10)).toBe(1)
  const read = async (id = 0) => (await importOf(app, fresh.keyAndAdmin, id)).status
  expect([await read(ids[0]), await read(ids[1])]).toEqual([404, 200])
  await query(
    `insert into import_runs (organization_id, source, state, actor_kind, created_by_id, ignored_columns, total, finished_at)
     select $1, 'customers_csv', 'done', 'system', $2, '{}', 0, now() from generate_series(1, 98)`,
    [fresh.organization.id, fresh.admin.id],
  )
  await put(fresh, ['none,None'])
  expect([await read(ids[1]), await read(ids[2])]).toEqual([404, 200])
  expect(await query('select from import_errors where run_id = $1', [ids[1]])).toEqual([])
})

test('a full batch of deleted imports is followed by the next batch without a wait', async () => {
  const fresh = await createTenant(app)
  await query(
    `insert into import_runs (organization_id, source, state, actor_kind, created_by_id, ignored_columns, total, finished_at)
     select $1, 'customers_csv', 'done', 'system', $2, '{}', 0, now() - interval '30 days' from generate_series(1, 21)`,
    [fresh.organization.id, fresh.admin.id],
  )
  const options = { db: app.services.db, log: pino({ enabled: false }) }
  expect([await purgeExpiredRows(options), await purgeExpiredRows(options)]).toEqual([true, false])
  expect(await query('select from import_runs where organization_id = $1', [fresh.organization.id])).toEqual(
    [],
  )
})
