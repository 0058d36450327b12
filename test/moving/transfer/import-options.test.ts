import { expect, test } from 'vitest'
import { importIn, planImport, startImportWorker, uploadSample } from '../../support/fixtures/imports.ts'
import { createTenant } from '../../support/fixtures/scenario.ts'
import { useApp } from '../../support/use.ts'

const app = useApp()

const DEFAULTS = {
  mapStatus: [],
  mapBoard: [],
  mapTag: [],
  bucket: null,
  team: [],
  columns: [],
  timezone: 'UTC',
  dateOrder: null,
  encoding: null,
  maxEntries: 10_000,
  notes: true,
  keepStatuses: false,
  fetchAssets: false,
  emit: false,
  overwrite: false,
  recreate: false,
  yes: false,
}

async function planned(options?: object) {
  startImportWorker(app)
  const { admin } = await createTenant(app)
  const fileId = await uploadSample(app, admin.session, 'plain/posts.csv')
  const id = await planImport(app, admin.session, { source: 'CSV', from: { fileId }, options })
  return importIn(app, admin.session, id, 'PLANNED')
}

test('an import shows the defaults of its options, and the columns of its plan', async () => {
  const { options, columns } = await planned()
  expect(options).toEqual(DEFAULTS)
  expect(columns).toContainEqual({ field: 'bucket', heading: 'board' })
})

test('an import shows the options that were chosen', async () => {
  const chosen = {
    mapStatus: [{ from: 'Later', to: 'planned' }],
    mapBoard: [{ from: 'Ideas', to: 'feature-requests' }],
    mapTag: [{ from: 'UI', to: 'Design' }],
    bucket: 'feature-requests',
    team: ['ann@example.com'],
    columns: [{ field: 'title', heading: 'Title' }],
    timezone: 'Europe/Berlin',
    dateOrder: 'DMY',
    encoding: 'UTF_8',
    maxEntries: 50,
    notes: false,
    keepStatuses: true,
    fetchAssets: true,
    emit: true,
    overwrite: true,
    recreate: true,
    yes: true,
  }
  const { options, sourceName } = await planned({ ...chosen, sourceName: 'csv:second' })
  expect(options).toEqual(chosen)
  expect(sourceName).toBe('csv:second')
})
