import { expect, test } from 'vitest'
import { forgetFiles } from '../../../src/modules/customers/erasure/forget-files.ts'
import { runExport, type ExportSink } from '../../../src/moving/export/run-export.ts'
import { writeExport } from '../../../src/moving/transfer/exports.ts'
import { finishedFile } from '../../../src/moving/transfer/finished-file.ts'
import { storeFile } from '../../../src/moving/transfer/store-file.ts'
import { run } from '../../support/clients/operations.ts'
import { erasing } from '../../support/fixtures/erasing.ts'
import { createTenant, type Tenant } from '../../support/fixtures/scenario.ts'
import { useApp } from '../../support/use.ts'

const app = useApp()
const { query, putCustomer, erase } = erasing(app)
const context = () => ({ db: app.services.db, pseudonyms: app.services.keys.pseudonyms })

type Key = { organizationId: number; id: number }

async function start({ organization, admin }: Tenant, mutation: string): Promise<Key> {
  const answer = await run(app, admin.session, `mutation { ${mutation} { exportRun { databaseId } } }`)
  const { exportRun } = Object.values(answer)[0] as { exportRun: { databaseId: number } }
  return { organizationId: organization.id, id: exportRun.databaseId }
}

/** Stores the file of an export after `work`, which runs while its snapshot is open. */
const storeAfter =
  ({ organizationId, id }: Key, work: () => Promise<unknown>): ExportSink =>
  async ({ name, bytes }) => {
    await work()
    return storeFile(app.services.db, { organizationId, owner: 'export', ownerId: id, name }, bytes)
  }

const stateOf = async ({ id }: Key) =>
  (await query<{ state: string }>('select state from export_runs where id = $1', [id]))[0]?.state

const filesOf = ({ id }: Key) =>
  query(`select id from transfer_files where owner = 'export' and owner_id = $1`, [id])

/** Erases a person while an export runs, and sets the export as another process does that takes it over. */
const eraseDuring = (own: Tenant, key: Key, id: number) => async () => {
  await erase(own, id)
  await query(`update export_runs set state = 'running' where id = $1`, [key.id])
}

test.each(['startExport(input: {})', 'exportPerson(input: { person: { id: "usr_ID" } })'])(
  'an export that reads older rows than an erasure is written again by %s',
  async (mutation) => {
    const own = await createTenant(app)
    const { id } = await putCustomer(own)
    const key = await start(own, mutation.replace('ID', String(id)))
    await runExport(context(), key, storeAfter(key, eraseDuring(own, key, id)))
    expect(await stateOf(key)).toBe('waiting')
    expect(await filesOf(key)).toEqual([])
    await writeExport(context(), key, 'second')
    expect(await stateOf(key)).toBe('done')
    expect(await filesOf(key)).toHaveLength(1)
  },
)

test('an export without the erased person ends as usual', async () => {
  const own = await createTenant(app)
  const { id } = await putCustomer(own)
  const keys = [
    await start(own, 'startExport(input: { withoutPersonalData: true })'),
    await start(own, `exportPerson(input: { person: { id: "usr_${own.admin.id}" } })`),
  ]
  const [first, second] = keys as [Key, Key]
  const inner = () => runExport(context(), second, storeAfter(second, eraseDuring(own, second, id)))
  await runExport(context(), first, storeAfter(first, inner))
  expect([await stateOf(first), await stateOf(second)]).toEqual(['done', 'done'])
})

test('a stored file has no reader before the end of its export', async () => {
  const own = await createTenant(app)
  const key = await start(own, 'startExport(input: {})')
  const { organizationId, id: exportId } = key
  const found: unknown[] = []
  await runExport(context(), key, async (file) => {
    const stored = await storeAfter(key, async () => {})(file)
    const read = () => finishedFile(app.services.db, organizationId, { exportId, name: file.name })
    found.push(await read())
    return stored
  })
  const [{ name } = { name: '' }] = await query<{ name: string }>(
    `select name from transfer_files where owner = 'export' and owner_id = $1`,
    [exportId],
  )
  found.push(await finishedFile(app.services.db, organizationId, { exportId, name }))
  expect(found).toEqual([null, expect.objectContaining({ compressed: false })])
})

test('an export ends after an erasure that began before it and commits later', async () => {
  const own = await createTenant(app)
  const { id } = await putCustomer(own)
  const { id: organizationId } = own.organization
  let key: Key | undefined
  const writing = await app.services.db.transaction().execute(async (tx) => {
    await forgetFiles(tx, organizationId, id)
    const created = { organizationId, id: 1, userId: id, wordsCiphertext: Buffer.alloc(1) }
    const createdAt = new Date(Date.now() - 3_600_000)
    await tx
      .insertInto('erasures')
      .values({ ...created, dueAt: createdAt, createdAt })
      .execute()
    key = await start(own, 'startExport(input: {})')
    const ended = runExport(
      context(),
      key,
      storeAfter(key, async () => {}),
    )
    const waits = async () =>
      (
        await query(`select from pg_locks where locktype = 'advisory' and not granted
          and database = (select oid from pg_database where datname = current_database())`)
      ).length
    await expect.poll(waits).toBe(1)
    return { ended }
  })
  await writing.ended
  if (!key) throw new Error('The export has not started')
  expect(await stateOf(key)).toBe('waiting')
  expect(await filesOf(key)).toEqual([])
})
