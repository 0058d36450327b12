import { expect, test } from 'vitest'
import {
  importIn,
  planImport,
  replanImport,
  startImportWorker,
  uploadSample,
} from '../../support/fixtures/imports.ts'
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

test('a plan with other columns is planned again and does not start, and an empty heading leaves a field out', async () => {
  startImportWorker(app)
  const { session } = (await createTenant(app)).admin
  const fileId = await uploadSample(app, session, 'exports/ideascale.csv')
  const id = await planImport(app, session, { source: 'CSV', from: { fileId } })
  const before = await importIn(app, session, id, 'PLANNED')
  expect(before.headings.slice(0, 4)).toEqual(['id', 'title', 'created', 'idea'])
  const columns = [
    { field: 'description', heading: 'idea' },
    { field: 'votes', heading: '' },
    { field: 'tags', heading: 'author' },
  ]
  await replanImport(app, session, id, { columns })
  const after = await importIn(app, session, id, 'PLANNED')
  expect(after).toMatchObject({ startedAt: null, countedVotes: 0 })
  expect(after.columns).toContainEqual({ field: 'description', heading: 'idea' })
  expect(after.columns.map(({ field }: { field: string }) => field)).not.toContain('votes')
  const lost = after.losses.map(({ what }: { what: string }) => what)
  expect(lost).toEqual(expect.arrayContaining(['column votes', 'column votes_for']))
  expect(lost).not.toContain('column idea')
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
