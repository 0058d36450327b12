import { expect, test } from 'vitest'
import { createTenant } from '../../support/fixtures/scenario.ts'
import { useApp } from '../../support/use.ts'
import { importSource, planSource, rowsOf, runPlanned } from './run-source.ts'
import { SAMPLES } from './samples.ts'

const app = useApp()

test.each(Object.entries(SAMPLES))('%s gives the expected rows', async (_name, { given, rows }) => {
  const tenant = await createTenant(app)
  const run = await importSource(app, tenant, given)
  expect(run).toMatchObject({ state: 'done', reason: null })
  expect(await rowsOf(app, tenant)).toEqual(rows)
})

test.each(Object.entries(SAMPLES))(
  'the plan of %s has the numbers of its run',
  async (_name, { given, rows }) => {
    const tenant = await createTenant(app)
    const planned = await planSource(app, tenant, given)
    const done = await runPlanned(app, planned, given)
    expect(done.counts).toEqual(planned.plan?.counts)
    expect(done.errorsCount).toBe(planned.plan?.errors)
    expect(planned.plan?.countedVotes).toBe(rows['counted'] ?? 0)
  },
)

test.each(Object.entries(SAMPLES))(
  'a second run of %s creates and updates nothing',
  async (_name, { given, rows }) => {
    const tenant = await createTenant(app)
    await importSource(app, tenant, given)
    const second = await importSource(app, tenant, given)
    expect(await rowsOf(app, tenant)).toEqual(rows)
    const outcomes = Object.values(second.counts).flatMap((ofKind) => Object.keys(ofKind))
    expect(outcomes).not.toContain('created')
    expect(outcomes).not.toContain('updated')
    expect(outcomes).not.toContain('kept')
  },
)
