import { expect, test } from 'vitest'
import { inTransaction } from '../../../src/db/transaction.ts'
import { suppressAddress } from '../../../src/modules/mail/suppressions/suppress-address.ts'
import { memoryBytes, openBytes } from '../../../src/moving/sources/open-files.ts'
import { createTenant } from '../../support/fixtures/scenario.ts'
import { useApp } from '../../support/use.ts'
import { exported } from '../export/export.ts'
import { openSample } from '../read.ts'
import { rowsOfOrganization } from './rows-of-organization.ts'
import { importSource, planSource, type Given } from './run-source.ts'
import { SAMPLES } from './samples.ts'
import { undoImport } from './undo-import.ts'

const app = useApp()
const UNDONE = { state: 'UNDONE', remaining: { totalCount: 0 } }

test.each(Object.entries(SAMPLES))(
  'after the undo of %s all rows are as before',
  async (_name, { given }) => {
    const tenant = await createTenant(app)
    const before = await rowsOfOrganization(app, tenant)
    const run = await importSource(app, tenant, given)
    expect(await undoImport(app, tenant, run)).toMatchObject(UNDONE)
    expect(await rowsOfOrganization(app, tenant)).toEqual(before)
  },
)

test.each(Object.entries(SAMPLES))(
  'two runs of %s are undone one after the other',
  async (_name, { given }) => {
    const tenant = await createTenant(app)
    const before = await rowsOfOrganization(app, tenant)
    const first = await importSource(app, tenant, given)
    const between = await rowsOfOrganization(app, tenant)
    const second = await importSource(app, tenant, given)
    expect(await undoImport(app, tenant, second)).toMatchObject(UNDONE)
    expect(await rowsOfOrganization(app, tenant)).toEqual(between)
    expect(await undoImport(app, tenant, first, 1)).toMatchObject(UNDONE)
    expect(await rowsOfOrganization(app, tenant)).toEqual(before)
  },
)

/** An export of an organization that has imported a backup of Fider. */
async function exportOf(fider: Given): Promise<Given> {
  const tenant = await createTenant(app)
  await importSource(app, tenant, fider)
  const { fileName, archive } = await exported(app, tenant.organization.id)
  return { source: 'echolog', open: () => openBytes(fileName, memoryBytes(archive)) }
}

test.each([500, 1])(
  'after the undo of an export, in batches of %s, its earlier source is imported as at first',
  async (batchSize) => {
    const fider: Given = { source: 'fider', open: () => openSample('fider/backup.zip') }
    const given = await exportOf(fider)
    const tenant = await createTenant(app)
    const [before, planned] = [await rowsOfOrganization(app, tenant), await planSource(app, tenant, fider)]
    const run = await importSource(app, tenant, given)
    expect(await undoImport(app, tenant, run, batchSize)).toMatchObject(UNDONE)
    expect(await rowsOfOrganization(app, tenant)).toEqual(before)
    expect((await importSource(app, tenant, fider)).counts).toEqual(planned.plan?.counts)
  },
)

test('a post that stays after the undo of an export is still that of its earlier source', async () => {
  const fider: Given = { source: 'fider', open: () => openSample('fider/backup.zip') }
  const given = await exportOf(fider)
  const tenant = await createTenant(app)
  const run = await importSource(app, tenant, given)
  await app.database.pool.query(
    `update posts set title = 'Darker' where organization_id = $1 and title = 'Dark mode'`,
    [tenant.organization.id],
  )
  const { remaining } = await undoImport(app, tenant, run)
  const posts = remaining.nodes.filter(({ kind }: { kind: string }) => kind === 'POST')
  expect(posts.length).toBeGreaterThan(0)
  const { counts } = await importSource(app, tenant, fider)
  expect(counts.post?.created).toBe(3 - posts.length)
})

test('the undo of an export ends its suppressions, but those that a report here has confirmed', async () => {
  const { pool, kysely } = app.database
  const source = await createTenant(app)
  await pool.query(
    `insert into mail_suppressions (organization_id, email, reason)
     select $1, name || '@people.example', 'bounce' from unnest(array['ada', 'bob', 'cem']) as name`,
    [source.organization.id],
  )
  const { fileName, archive } = await exported(app, source.organization.id)
  const tenant = await createTenant(app)
  const { id: organizationId } = tenant.organization
  const run = await importSource(app, tenant, {
    source: 'echolog',
    open: () => openBytes(fileName, memoryBytes(archive)),
  })
  for (const [name, reason] of [
    ['ada', 'bounce'],
    ['bob', 'complaint'],
  ] as const) {
    const given = { organizationId, email: `${name}@people.example`, reason, detail: 'Here' }
    await inTransaction(kysely, (tx) => suppressAddress(tx, app.services.keys, given))
  }
  await undoImport(app, tenant, run)
  const { rows } = await pool.query(
    'select email, reason, detail from mail_suppressions where organization_id = $1 order by email',
    [organizationId],
  )
  expect(rows).toEqual([
    { email: 'ada@people.example', reason: 'bounce', detail: 'Here' },
    { email: 'bob@people.example', reason: 'complaint', detail: 'Here' },
  ])
})
