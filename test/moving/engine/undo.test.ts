import { expect, test } from 'vitest'
import { createTenant } from '../../support/fixtures/scenario.ts'
import { useApp } from '../../support/use.ts'
import { rowsOfOrganization } from './rows-of-organization.ts'
import { importSource } from './run-source.ts'
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
