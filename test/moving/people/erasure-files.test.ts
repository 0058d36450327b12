import { expect, test } from 'vitest'
import { withExport } from '../../../src/moving/export/write-export.ts'
import { exportOptions } from '../../../src/moving/export/options.ts'
import { writeExport } from '../../../src/moving/transfer/exports.ts'
import { storeFile } from '../../../src/moving/transfer/store-file.ts'
import { sweepErasure } from '../../../src/modules/customers/erasure/sweep-erasure.ts'
import { sendImport } from '../../support/clients/imports.ts'
import { run } from '../../support/clients/operations.ts'
import { EMAILS, erasing, NAMES } from '../../support/fixtures/erasing.ts'
import { importIn, planImport, startImport, startImportWorker } from '../../support/fixtures/imports.ts'
import { memoryBytes, openBytes } from '../../../src/moving/sources/open-files.ts'
import { readWhole } from '../../../src/moving/sources/source-files.ts'
import { createTenant, type Tenant } from '../../support/fixtures/scenario.ts'
import { useApp } from '../../support/use.ts'

const app = useApp()
const { query, columnsWith, putCustomer, erase } = erasing(app)
const CSV = `title,author_email,author_name\nDark mode,${EMAILS[1]},${NAMES[1]}\n`
const WORDS = [...EMAILS, ...NAMES]

const exportContext = () => ({ db: app.services.db, pseudonyms: app.services.keys.pseudonyms })

/** Does everything of the erasures that are due, with their last part. The service may do a part of it. */
async function sweep(): Promise<void> {
  const due = await query<{ organizationId: number; id: number }>(
    'select organization_id as "organizationId", id from erasures where finished_at is null',
  )
  const DUE_NOW = `update erasures set due_at = now() - make_interval(secs => 1)
    where organization_id = $1 and id = $2 and finished_at is null returning id`
  for (const key of due) {
    let isFinished = false
    while (!isFinished) {
      while (await sweepErasure(app.services.db, app.services.keys.encryption, key));
      isFinished = (await query(DUE_NOW, [key.organizationId, key.id])).length === 0
    }
  }
}

async function uploadCsv({ admin }: Tenant): Promise<string> {
  const { status, body } = await sendImport(app, admin.session, Buffer.from(CSV), '?name=posts.csv')
  expect(status).toBe(201)
  return body.file
}

/** Starts an export of the organization, or of one person, and writes it. */
async function exported({ organization, admin }: Tenant, mutation: string): Promise<string> {
  const answer = await run(app, admin.session, `mutation { ${mutation} { exportRun { id } } }`)
  const { exportRun } = Object.values(answer)[0] as { exportRun: { id: string } }
  const key = { organizationId: organization.id, id: Number(exportRun.id.slice(4)) }
  await writeExport(exportContext(), key, 'test')
  return exportRun.id
}

const downloadOf = async ({ admin }: Tenant, id: string) =>
  (
    await run(
      app,
      admin.session,
      'query ($id: ID!) { exportRun(by: { id: $id }) { state download { url } } }',
      {
        id,
      },
    )
  ).exportRun

test('uploads and answers of imports that have ended are deleted and counted, those of others are kept', async () => {
  const own = await createTenant(app)
  const { session } = own.admin
  const { id } = await putCustomer(own)
  const worker = startImportWorker(app)
  const [ended, waits] = [await uploadCsv(own), await uploadCsv(own)]
  const done = await planImport(app, session, { source: 'CSV', from: { fileId: ended } })
  await importIn(app, session, done, 'PLANNED')
  await startImport(app, session, done, { yes: true })
  await importIn(app, session, done, 'DONE')
  const planned = await planImport(app, session, { source: 'CSV', from: { fileId: waits } })
  await importIn(app, session, planned, 'PLANNED')
  await worker.stop()
  const organizationId = own.organization.id
  const answer = { organizationId, owner: 'run', name: 'users.json', compressed: true } as const
  const bytes = async function* () {
    yield Buffer.from(JSON.stringify([{ email: EMAILS[1] }]))
  }
  await storeFile(app.services.db, { ...answer, ownerId: Number(done.slice(4)) }, bytes())
  expect(await columnsWith(EMAILS, own)).toContain('transfer_parts.bytes')
  const { erasure } = (await erase(own, id)).deleteCustomer
  expect(erasure).toMatchObject({ files: 2, exports: 0, keptFiles: 1 })
  await sweep()
  expect(await columnsWith(WORDS, own)).toEqual(['transfer_parts.bytes'])
  expect(await query('select id from transfer_files where organization_id = $1', [organizationId])).toEqual([
    { id: Number(waits.slice(4)) },
  ])
  await run(app, session, `mutation { deleteImport(input: { id: "${planned}" }) { deletedImportRunId } }`)
})

test('finished exports with people are deleted, those without and those of others stay', async () => {
  const own = await createTenant(app)
  const { id } = await putCustomer(own)
  const other = Number(own.admin.id)
  const whole = await exported(own, 'startExport(input: {})')
  const person = await exported(own, `exportPerson(input: { person: { id: "usr_${id}" } })`)
  const rest = [
    await exported(own, 'startExport(input: { withoutPersonalData: true })'),
    await exported(own, `exportPerson(input: { person: { id: "usr_${other}" } })`),
  ]
  const urls = [await downloadOf(own, whole), await downloadOf(own, person)].map(
    ({ download }) => download.url,
  )
  expect((await erase(own, id)).deleteCustomer.erasure).toMatchObject({ exports: 2, files: 0, keptFiles: 0 })
  for (const one of [whole, person])
    expect(await downloadOf(own, one)).toEqual({ state: 'DONE', download: null })
  for (const url of urls) expect((await fetch(url)).status).toBe(404)
  await sweep()
  const left = await query<{ id: string }>(
    `select 'exp_' || owner_id as id from transfer_files where organization_id = $1 and owner = 'export' order by owner_id`,
    [own.organization.id],
  )
  expect(left.map((row) => row.id)).toEqual(rest)
  for (const one of rest) expect((await downloadOf(own, one)).download).not.toBeNull()
})

test('an export that is being written during an erasure starts again, without the person', async () => {
  const own = await createTenant(app)
  const { id } = await putCustomer(own)
  const organizationId = own.organization.id
  const { startExport } = await run(
    app,
    own.admin.session,
    'mutation { startExport(input: {}) { exportRun { id databaseId } } }',
  )
  const key = { organizationId, id: startExport.exportRun.databaseId }
  // Another export of the organization holds the first one back until the person is erased.
  await withExport(exportContext(), { organizationId, options: exportOptions() }, async () => {
    await expect(writeExport(exportContext(), key, 'first')).rejects.toThrow()
    expect(await query('select state from export_runs where id = $1', [key.id])).toEqual([
      { state: 'running' },
    ])
    await erase(own, id)
  })
  expect(await downloadOf(own, startExport.exportRun.id)).toEqual({ state: 'WAITING', download: null })
  await writeExport(exportContext(), key, 'second')
  await sweep()
  const { download } = await downloadOf(own, startExport.exportRun.id)
  const archive = Buffer.from(await (await fetch(download.url)).arrayBuffer())
  const files = await openBytes('export.zip', memoryBytes(archive))
  const people = (await readWhole(files, 'people.jsonl', 1_000_000)).toString()
  expect(people).toContain('Deleted user')
  for (const word of WORDS) expect(people).not.toContain(word)
})
