import { pino } from 'pino'
import { expect, test } from 'vitest'
import { startAuditPurge } from '../../src/server/jobs/purge-audit.ts'
import { run } from '../support/clients/operations.ts'
import { until } from '../support/postgres-server.ts'
import { createTenant, type Tenant } from '../support/fixtures/scenario.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)
const DAY_MS = 86_400_000

const store = (owner: Tenant, days: number, count: number) =>
  app.database.pool.query(
    `insert into audit_entries (organization_id, act, created_at)
     select $1, 'session.started', now() - make_interval(days => $2) from generate_series(1, $3)`,
    [owner.organization.id, days, count],
  )
const ages = async (owner: Tenant): Promise<number[]> => {
  const { rows } = await app.database.pool.query<{ days: number }>(
    `select distinct extract(day from now() - created_at)::int as days from audit_entries
     where organization_id = $1 order by 1`,
    [owner.organization.id],
  )
  return rows.map(({ days }) => days)
}
const purge = (auditRetention: number) =>
  startAuditPurge({ db: app.services.db, log: pino({ enabled: false }), auditRetention })

test('entries of every organization are deleted at their age, however many, and newer ones stay', async () => {
  const other = await createTenant(app)
  await store(tenant, 731, 1_201)
  await store(tenant, 729, 1)
  await store(other, 731, 3)
  const purging = purge(730 * DAY_MS)
  for (const each of [tenant, other]) await until(async () => (await ages(each)).every((days) => days < 730))
  await purging.stop()
  expect(await ages(tenant)).toEqual([0, 729])
  const { auditEntries } = await run(
    app,
    tenant.admin.session,
    '{ auditEntries(first: 1, orderBy: { field: CREATED_AT, direction: ASC }) { nodes { createdAt } } }',
  )
  expect(auditEntries.nodes).toHaveLength(1)
})

test('0 keeps all entries', async () => {
  await store(tenant, 20_000, 1)
  await purge(0).stop()
  expect(await ages(tenant)).toContain(20_000)
})
