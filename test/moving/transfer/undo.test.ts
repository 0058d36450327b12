import { expect, test } from 'vitest'
import { refusal, run } from '../../support/clients/operations.ts'
import { connect } from '../../support/clients/sockets.ts'
import {
  importIn,
  planImport,
  startImport,
  startImportWorker,
  uploadSample,
} from '../../support/fixtures/imports.ts'
import { createTenant, type Tenant } from '../../support/fixtures/scenario.ts'
import { useApp } from '../../support/use.ts'
import { rowsOfOrganization } from '../engine/rows-of-organization.ts'

const app = useApp()
const UNDO = 'mutation ($id: ID!) { undoImport(input: { id: $id }) { importRun { state } } }'
const PROGRESS = 'subscription ($id: ID!) { importProgress(id: $id) { id state } }'

/** Imports the backup of Fider with the worker. */
async function imported({ admin: { session } }: Tenant): Promise<string> {
  const fileId = await uploadSample(app, session, 'fider/backup.zip')
  const id = await planImport(app, session, { source: 'FIDER', from: { fileId } })
  await importIn(app, session, id, 'PLANNED')
  await startImport(app, session, id)
  await importIn(app, session, id, 'DONE')
  return id
}

const actsOf = async ({ admin }: Tenant) => {
  const { auditEntries } = await run(
    app,
    admin.session,
    '{ auditEntries(first: 20) { nodes { action actor { databaseId } details { name } } } }',
  )
  return auditEntries.nodes.filter(({ action }: { action: string }) => action === 'IMPORT_UNDONE')
}

test('a worker undoes an import, and a subscriber receives its states', async () => {
  startImportWorker(app)
  const tenant = await createTenant(app)
  const { session } = tenant.admin
  const second = await tenant.member('admin')
  const before = await rowsOfOrganization(app, tenant)
  const id = await imported(tenant)
  const client = await connect(app, session)
  client.subscribe('1', PROGRESS, { id })
  await client.received(({ payload }) => payload?.data?.importProgress?.state === 'DONE')
  expect(await run(app, second.session, UNDO, { id })).toEqual({
    undoImport: { importRun: { state: 'UNDOING' }, errors: [] },
  })
  await client.received(({ payload }) => payload?.data?.importProgress?.state === 'UNDONE')
  client.socket.close()
  expect(await rowsOfOrganization(app, tenant)).toEqual(before)
  expect(await actsOf(tenant)).toEqual([
    { action: 'IMPORT_UNDONE', actor: { databaseId: second.id }, details: { name: 'fider:default:1' } },
  ])
})

test('an import is undone once, the newest of its source first, and for 30 days', async () => {
  startImportWorker(app)
  const tenant = await createTenant(app)
  const { session } = tenant.admin
  const [older, newer] = [await imported(tenant), await imported(tenant)]
  const refused = (id: string) => refusal(app, session, UNDO, { id })
  expect(await refused(older)).toMatchObject({
    code: 'CONFLICT',
    message: `The import ${newer} of the source is newer; undo that one first`,
  })
  await run(app, session, UNDO, { id: newer })
  await importIn(app, session, newer, 'UNDONE')
  expect(await refused(newer)).toMatchObject({
    code: 'CONFLICT',
    message: 'The state of the import is undone',
  })
  const database = Number(older.slice('imp_'.length))
  const setUntil = (time: string) =>
    app.database.pool.query(`update import_runs set undo_until = ${time} where id = $1`, [database])
  await setUntil('statement_timestamp()')
  expect(await refused(older)).toMatchObject({
    code: 'CONFLICT',
    message: 'The time in which the import can be undone has ended',
  })
  await setUntil(`statement_timestamp() + interval '1 minute'`)
  await run(app, session, UNDO, { id: older })
  await importIn(app, session, older, 'UNDONE')
})

test('another organization, a member and an import that was not started are refused', async () => {
  startImportWorker(app)
  const [tenant, other] = [await createTenant(app), await createTenant(app)]
  const id = await imported(tenant)
  expect(await refusal(app, other.admin.session, UNDO, { id })).toMatchObject({ code: 'NOT_FOUND' })
  const member = await tenant.member('member')
  for (const headers of [member.session, tenant.key])
    expect(await refusal(app, headers, UNDO, { id })).toMatchObject({ code: 'FORBIDDEN' })
  const fileId = await uploadSample(app, other.admin.session, 'fider/backup.zip')
  const planned = await planImport(app, other.admin.session, { source: 'FIDER', from: { fileId } })
  await importIn(app, other.admin.session, planned, 'PLANNED')
  expect(await refusal(app, other.admin.session, UNDO, { id: planned })).toMatchObject({
    code: 'CONFLICT',
    message: 'The state of the import is planned',
  })
})

test('while an import is undone, no other one starts', async () => {
  const worker = startImportWorker(app)
  const tenant = await createTenant(app)
  const { session } = tenant.admin
  const id = await imported(tenant)
  const fileId = await uploadSample(app, session, 'plain/posts.csv')
  const next = await planImport(app, session, { source: 'CSV', from: { fileId } })
  await importIn(app, session, next, 'PLANNED')
  await worker.stop()
  await run(app, session, UNDO, { id })
  const START = 'mutation ($id: ID!) { startImport(input: { id: $id }) { importRun { state } } }'
  expect(await refusal(app, session, START, { id: next })).toMatchObject({ code: 'CONFLICT' })
  for (const name of ['pauseImport', 'resumeImport', 'deleteImport', 'undoImport'])
    expect(
      await refusal(app, session, `mutation { ${name}(input: { id: "${id}" }) { clientMutationId } }`),
    ).toMatchObject({ code: 'CONFLICT', message: 'The state of the import is undoing' })
})
