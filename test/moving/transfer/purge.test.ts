import { expect, test } from 'vitest'
import { purgeFiles } from '../../../src/moving/transfer/purge-files.ts'
import { purgeKeys } from '../../../src/moving/transfer/purge-keys.ts'
import {
  importIn,
  planImport,
  resumeImport,
  startImportWorker,
  uploadSample,
} from '../../support/fixtures/imports.ts'
import { useApp, useTenant } from '../../support/use.ts'

const app = useApp()
const tenant = useTenant(app)
const change = (text: string) => app.database.pool.query(text)

async function purge() {
  while ((await purgeFiles(app.services.db, 1)) > 0);
  const { rows } = await app.database.pool.query<{ id: string }>(
    `select 'imf_' || f.id as id from transfer_files f where exists (select 1 from transfer_parts p where p.file_id = f.id)`,
  )
  return rows.map(({ id }) => id)
}

test('a file is deleted a day after its upload, and after the end of the last import that uses it', async () => {
  const { session } = tenant.admin
  const [unused, used] = [
    await uploadSample(app, session, 'plain/posts.csv'),
    await uploadSample(app, session, 'plain/posts.csv'),
  ]
  const id = await planImport(app, session, { source: 'CSV', from: { fileId: used } })
  expect((await purge()).sort()).toEqual([unused, used].sort())
  await change(`update transfer_files set created_at = now() - interval '25 hours'`)
  expect(await purge()).toEqual([used])
  const end = (ago: string) =>
    change(
      `update import_runs set state = 'done', finished_at = now() - interval '${ago}' where id = ${id.slice(4)}`,
    )
  await end('23 hours')
  expect(await purge()).toEqual([used])
  await end('25 hours')
  expect(await purge()).toEqual([])
})

test('the key of a fetch that is paused or has failed is deleted after a day, and the import reports it', async () => {
  const { session } = tenant.admin
  const api = { key: 'key-of-a-paused-fetch', url: 'https://feedback.example' }
  const id = await planImport(app, session, { source: 'ASTUTO', from: { api } })
  const set = (values: string) => change(`update import_runs set ${values} where id = ${id.slice(4)}`)
  const keys = async () =>
    (await change('select from import_sources where key_ciphertext is not null')).rowCount
  await set(`updated_at = now() - interval '25 hours'`)
  expect([await purgeKeys(app.services.db, 500), await keys()]).toEqual([0, 1])
  await set(`state = 'paused', updated_at = now() - interval '23 hours'`)
  expect([await purgeKeys(app.services.db, 500), await keys()]).toEqual([0, 1])
  await set(`updated_at = now() - interval '25 hours'`)
  expect([await purgeKeys(app.services.db, 500), await keys()]).toEqual([1, 0])
  await resumeImport(app, session, id)
  startImportWorker(app)
  expect(await importIn(app, session, id, 'FAILED')).toMatchObject({
    reason: expect.stringContaining('The key of the source is deleted'),
  })
})
