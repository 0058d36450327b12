import { expect, test } from 'vitest'
import { memoryBytes, openBytes } from '../../../src/moving/sources/open-files.ts'
import { run } from '../../support/clients/operations.ts'
import { createTenant, type Tenant } from '../../support/fixtures/scenario.ts'
import { useApp } from '../../support/use.ts'
import { exported } from '../export/export.ts'
import { rowsOfOrganization } from './rows-of-organization.ts'
import { importSource, type Given } from './run-source.ts'
import { undoImport } from './undo-import.ts'

const app = useApp()
const query = async <Row = object>(text: string, ...values: unknown[]) =>
  (await app.database.pool.query(text, values)).rows as Row[]

/** An export of an organization whose settings, statuses and buckets are its own. */
async function ownExport(): Promise<Given> {
  const { organization, admin } = await createTenant(app)
  await run(
    app,
    admin.session,
    `mutation { updateOrganization(input: { description: "All of ours", homePage: "https://own.example",
      colorPrimary: "#123456", locales: [EN, DE, FR], defaultLocale: FR, multilingualChangelog: true,
      signUp: DOMAINS, signUpDomains: ["own.example"], mailSenderName: "Ours", mailFooter: "Street 1" }) { errors { message } } }`,
  )
  await query(
    `delete from statuses where organization_id = $1 and slug in ('closed', 'under_review')`,
    organization.id,
  )
  await query(
    `update statuses set name = 'Ideas', color = '#010203', position = 40, percentage = 7.5
      where organization_id = $1 and slug = 'submitted'`,
    organization.id,
  )
  await query(
    `update statuses set slug = 'later', name = 'Later' where organization_id = $1 and slug = 'planned'`,
    organization.id,
  )
  await query(
    `update buckets set slug = 'wishes', name = 'Wishes', private = true, requires_moderation = true where organization_id = $1`,
    organization.id,
  )
  await query(
    `insert into buckets (organization_id, slug, name, position) values ($1, 'more', 'More', 5)`,
    organization.id,
  )
  const { fileName, archive } = await exported(app, organization.id)
  return { source: 'echolog', open: () => openBytes(fileName, memoryBytes(archive)) }
}

/** All rows of an organization, and its settings but the moment of their change. */
async function stateOf(tenant: Tenant) {
  const [settings] = await query<{ row: object }>(
    `select to_jsonb(t) - 'updated_at' as row from organizations t where id = $1`,
    tenant.organization.id,
  )
  // A worker indexes words again after each change of the default locale.
  const { document_backfills: _, ...rows } = await rowsOfOrganization(app, tenant)
  return { settings: settings?.row, rows }
}

test('the undo of an exact take-over restores settings, statuses and buckets', async () => {
  const given = await ownExport()
  const tenant = await createTenant(app)
  const before = await stateOf(tenant)
  const done = await importSource(app, tenant, given)
  const taken = await stateOf(tenant)
  expect(taken.settings).toMatchObject({ description: 'All of ours', default_locale: 'fr' })
  expect(taken.rows['statuses']).toHaveLength(4)
  expect(taken.rows['buckets']).toHaveLength(2)
  expect(await undoImport(app, tenant, done)).toMatchObject({ state: 'UNDONE', remaining: { totalCount: 0 } })
  expect(await stateOf(tenant)).toEqual(before)
})

test('what was changed here since stays, and is listed', async () => {
  const given = await ownExport()
  const tenant = await createTenant(app)
  const { organization, admin } = tenant
  const before = await stateOf(tenant)
  const done = await importSource(app, tenant, given)
  const change =
    'mutation { updateOrganization(input: { description: "Mine", locales: [EN, FR] }) { errors { message } } }'
  await run(app, admin.session, change)
  await query(
    `update statuses set name = 'Wishes' where organization_id = $1 and slug = 'submitted'`,
    organization.id,
  )
  await query(
    `insert into statuses (organization_id, slug, name, kind, color, position) values ($1, 'closed', 'Shut', 'closed', '#112233', 9)`,
    organization.id,
  )
  const { state, remaining } = await undoImport(app, tenant, done)
  expect(state).toBe('UNDONE')
  expect(remaining.nodes).toEqual([
    {
      ...{ kind: 'ORGANIZATION', nodeId: `org_${organization.id}`, reason: 'EDITED' },
      ...{ name: expect.any(String), fields: ['defaultLocale', 'description', 'locales'] },
    },
    expect.objectContaining({ kind: 'STATUS', name: 'Wishes', reason: 'EDITED', fields: ['name'] }),
    expect.objectContaining({ kind: 'STATUS', reason: 'USED' }),
  ])
  const after = await stateOf(tenant)
  expect(after.settings).toEqual({
    ...before.settings,
    ...{ description: 'Mine', locales: ['en', 'fr'], default_locale: 'fr' },
  })
  const statuses = await query<{ slug: string; name: string }>(
    'select slug, name, color from statuses where organization_id = $1 order by position',
    organization.id,
  )
  expect(statuses).toEqual(
    expect.arrayContaining([expect.objectContaining({ slug: 'closed', name: 'Shut' })]),
  )
  expect(statuses.find(({ slug }) => slug === 'submitted')).toMatchObject({ name: 'Wishes' })
  expect(after.rows['buckets']).toEqual(before.rows['buckets'])
})
