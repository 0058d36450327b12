import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { sweepErasure } from '../../../src/modules/customers/erasure/sweep-erasure.ts'
import { runExport } from '../../../src/moving/export/run-export.ts'
import { waitingExport, writeExport } from '../../../src/moving/transfer/exports.ts'
import { finishedFile } from '../../../src/moving/transfer/finished-file.ts'
import { storedBytes } from '../../../src/moving/transfer/read-file.ts'
import { PART_BYTES, storeFile } from '../../../src/moving/transfer/store-file.ts'
import { run } from '../../support/clients/operations.ts'
import { EMAILS, erasing } from '../../support/fixtures/erasing.ts'
import { createTenant, type Tenant } from '../../support/fixtures/scenario.ts'
import { useApp } from '../../support/use.ts'

const app = useApp()
const { query, putCustomer, erase } = erasing(app)
const context = () => ({ db: app.services.db, pseudonyms: app.services.keys.pseudonyms })

type Key = { organizationId: number; id: number }

/** Erases a customer whose address is in the details of an audit entry. Returns the key of the erasure. */
async function eraseNamed(own: Tenant): Promise<Key> {
  const { id } = await putCustomer(own)
  await run(
    app,
    own.admin.session,
    'mutation ($name: String!) { createApiKey(input: { name: $name }) { secret } }',
    { name: `key of ${EMAILS[1]}` },
  )
  await erase(own, id)
  const [erasure] = await query<{ id: number }>('select id from erasures where organization_id = $1', [
    own.organization.id,
  ])
  return { organizationId: own.organization.id, id: Number(erasure?.id) }
}

async function start({ organization, admin }: Tenant, options = 'withAudit: true'): Promise<Key> {
  const { startExport } = await run(
    app,
    admin.session,
    `mutation { startExport(input: { ${options} }) { exportRun { databaseId } } }`,
  )
  return { organizationId: organization.id, id: Number(startExport.exportRun.databaseId) }
}

/** Does the sweeps of an erasure that are due. */
async function sweep(erasure: Key): Promise<void> {
  while (await sweepErasure(app.services.db, app.services.keys.encryption, erasure));
}

/** Returns the state of an export, and whether its file can be read. */
async function shown({ organizationId, id: exportId }: Key) {
  const [row] = await query<{ state: string; name: string }>(
    'select state, file_name as name from export_runs where organization_id = $1 and id = $2',
    [organizationId, exportId],
  )
  const file = await finishedFile(app.services.db, organizationId, { exportId, name: row?.name ?? '' })
  return [row?.state, file !== null]
}

const filesOf = ({ organizationId, id }: Key) =>
  query(`select id from transfer_files where organization_id = $1 and owner = 'export' and owner_id = $2`, [
    organizationId,
    id,
  ])

test('an export with an audit entry that a later sweep changes loses its file', async () => {
  const own = await createTenant(app)
  const erasure = await eraseNamed(own)
  const key = await start(own)
  await writeExport(context(), key, 'test')
  expect(await shown(key)).toEqual(['done', true])
  await sweep(erasure)
  expect(await shown(key)).toEqual(['done', false])
  // Times are rounded to milliseconds, also up.
  await query(`update erasures set due_at = now() - make_interval(secs => 1) where organization_id = $1`, [
    own.organization.id,
  ])
  await sweep(erasure)
  expect(await filesOf(key)).toEqual([])
})

test('an export after the sweeps keeps its file', async () => {
  const own = await createTenant(app)
  const erasure = await eraseNamed(own)
  await sweep(erasure)
  const key = await start(own)
  await writeExport(context(), key, 'test')
  await query('update erasures set due_at = now() - make_interval(secs => 1) where organization_id = $1', [
    own.organization.id,
  ])
  await sweep(erasure)
  expect(await shown(key)).toEqual(['done', true])
})

test('an export during which a sweep changes an audit entry is written again, also by a second process', async () => {
  const own = await createTenant(app)
  const erasure = await eraseNamed(own)
  const key = await start(own)
  await runExport(context(), key, async ({ name, bytes }) => {
    await sweep(erasure)
    await query(`update export_runs set state = 'running' where id = $1`, [key.id])
    return storeFile(app.services.db, { ...key, owner: 'export', ownerId: key.id, name }, bytes)
  })
  expect(await shown(key)).toEqual(['waiting', false])
  await writeExport(context(), key, 'test')
  expect(await shown(key)).toEqual(['done', true])
})

test('an export waits for the sweeps that are due, but not for those of a later time', async () => {
  await query(`update export_runs set state = 'failed' where state in ('waiting', 'running')`)
  const own = await createTenant(app)
  const erasure = await eraseNamed(own)
  const key = await start(own)
  expect(await waitingExport(app.services.db, [])).toBe(null)
  await sweep(erasure)
  expect(await waitingExport(app.services.db, [])).toEqual(key)
})

test('a sweep waits for an export that holds erasures back', async () => {
  const own = await createTenant(app)
  const erasure = await eraseNamed(own)
  const key = await start(own)
  await query(
    `insert into erasures (organization_id, user_id, created_at, finished_at)
     select $1, user_id, now() + interval '1 hour', now() from erasures, generate_series(1, 3) where organization_id = $1`,
    [own.organization.id],
  )
  await runExport(context(), key, async ({ name, bytes }) => {
    await sweep(erasure)
    expect(await query('select from erasures where id = $1 and due_at > now()', [erasure.id])).toHaveLength(1)
    return storeFile(app.services.db, { ...key, owner: 'export', ownerId: key.id, name }, bytes)
  })
  expect(await shown(key)).toEqual(['done', true])
  await query('update erasures set due_at = now() - make_interval(secs => 1) where id = $1', [erasure.id])
  await sweep(erasure)
  expect(await shown(key)).toEqual(['done', false])
})

test('a download that runs during an erasure ends before the parts that it has not read', async () => {
  const own = await createTenant(app)
  const { id } = await putCustomer(own)
  const key = await start(own)
  const parts = [Buffer.alloc(PART_BYTES, 'a'), Buffer.alloc(PART_BYTES, 'b')]
  await runExport(context(), key, ({ name }) =>
    storeFile(app.services.db, { ...key, owner: 'export', ownerId: key.id, name }, Readable.from(parts)),
  )
  const [file] = await query<{ id: number; bytes: number }>(
    `select id, bytes::int as bytes, compressed from transfer_files where owner = 'export' and owner_id = $1`,
    [key.id],
  )
  if (!file) throw new Error('There is no file')
  const whole = { organizationId: own.organization.id, compressed: false, ...file }
  const read = storedBytes(app.services.db, whole).read(0, PART_BYTES)
  expect((await buffer(read)).equals(parts[0] ?? Buffer.alloc(0))).toBe(true)
  await erase(own, id)
  const rest = storedBytes(app.services.db, whole).read(PART_BYTES, file.bytes)
  await expect(buffer(rest)).rejects.toThrow('The file was deleted while it was read')
})

test('a file has no reader and no address after its expiry, before it is deleted', async () => {
  const own = await createTenant(app)
  const key = await start(own)
  await writeExport(context(), key, 'test')
  const show = `{ exportRun(by: { databaseId: ${key.id} }) { download { url } } }`
  const { exportRun } = await run(app, own.admin.session, show)
  await query("update export_runs set expires_at = now() - interval '1 second' where id = $1", [key.id])
  expect(await shown(key)).toEqual(['done', false])
  const { status } = await fetch(String(exportRun.download.url))
  expect(status).toBe(404)
  expect(await run(app, own.admin.session, show)).toEqual({ exportRun: { download: null } })
  expect(await filesOf(key)).toHaveLength(1)
})
