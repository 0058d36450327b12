import { expect, test } from 'vitest'
import { runExport, type ExportSink } from '../../../src/moving/export/run-export.ts'
import { withExport } from '../../../src/moving/export/write-export.ts'
import { exportOptions, type ExportOptions } from '../../../src/moving/export/options.ts'
import { READERS } from '../../../src/moving/readers.ts'
import { memoryBytes, openBytes } from '../../../src/moving/sources/open-files.ts'
import { submit } from '../../support/fixtures/people.ts'
import { createTenant } from '../../support/fixtures/scenario.ts'
import { useApp, useTenant } from '../../support/use.ts'
import { PSEUDONYMS } from './export.ts'

const app = useApp()
const tenant = useTenant(app)
const context = () => ({ db: app.database.kysely, pseudonyms: PSEUDONYMS })

async function start(options: Partial<ExportOptions> = {}): Promise<{ organizationId: number; id: number }> {
  const organizationId = tenant.organization.id
  const { id } = await app.database.kysely
    .insertInto('exportRuns')
    .values({
      organizationId,
      kind: 'organization',
      options: JSON.stringify(options),
      createdById: tenant.admin.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { organizationId, id }
}

const read = ({ id }: { id: number }) =>
  app.database.kysely.selectFrom('exportRuns').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

function collect(): { sink: ExportSink; archive: () => Buffer } {
  const chunks: Buffer[] = []
  const sink: ExportSink = async ({ bytes }) => {
    for await (const chunk of bytes) chunks.push(chunk)
    return { bytes: Buffer.concat(chunks).length }
  }
  return { sink, archive: () => Buffer.concat(chunks) }
}

test('a run writes the export with its options into the sink, and is done for a day', async () => {
  await submit(app, tenant.key, 'Dark mode')
  const key = await start({ withAudit: true })
  const { sink, archive } = collect()
  await runExport(context(), key, sink)
  const run = await read(key)
  expect(run).toMatchObject({ state: 'done', bytes: archive().length, reason: null, owner: null })
  expect(run.fileName).toMatch(
    new RegExp(`^echolog-export-${tenant.organization.slug}-\\d{8}T\\d{6}Z\\.zip$`),
  )
  expect(Number(run.expiresAt) - Number(run.finishedAt)).toBe(86_400_000)
  const files = await openBytes('export.zip', memoryBytes(archive()))
  expect(files.names).toContain('audit.jsonl')
  expect((await READERS.echolog.inspect(files)).format).toBe('echolog/1')
})

test('a run that was interrupted is written again', async () => {
  const key = await start()
  const running = app.database.kysely.updateTable('exportRuns').where('id', '=', key.id)
  await running.set({ state: 'running' }).execute()
  await runExport(context(), key, collect().sink)
  expect(await read(key)).toMatchObject({ state: 'done' })
})

test('a sink that fails makes the run fail, and the next one is written', async () => {
  const key = await start()
  const full = () => Promise.reject(new Error('the disk is full: /secret/path'))
  await expect(runExport(context(), key, full)).rejects.toThrow('disk is full')
  const run = await read(key)
  expect(run).toMatchObject({ state: 'failed', bytes: null, expiresAt: null })
  expect(run.reason).not.toContain('/secret/path')
  await expect(runExport(context(), key, collect().sink)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const next = await start()
  await runExport(context(), next, collect().sink)
  expect(await read(next)).toMatchObject({ state: 'done' })
})

test('a run waits for another export of its organization', async () => {
  const key = await start()
  const request = { organizationId: key.organizationId, options: exportOptions() }
  await withExport(context(), request, async () => {
    await expect(runExport(context(), key, collect().sink)).rejects.toMatchObject({ code: 'CONFLICT' })
  })
  expect(await read(key)).toMatchObject({ state: 'running' })
  await runExport(context(), key, collect().sink)
  expect(await read(key)).toMatchObject({ state: 'done' })
})

test('a run of another organization is not found', async () => {
  const other = await createTenant(app)
  const key = await start()
  const foreign = { organizationId: other.organization.id, id: key.id }
  await expect(runExport(context(), foreign, collect().sink)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await read(key)).toMatchObject({ state: 'waiting' })
})
