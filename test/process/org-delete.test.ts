import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { seedBulk } from '../../src/seed/bulk.ts'
import { readEvents } from '../support/clients/event-streams.ts'
import { install, opens, registerApp } from '../support/clients/oauth.ts'
import { run as operate } from '../support/clients/operations.ts'
import { uploadPicture } from '../support/clients/uploads.ts'
import { queue } from '../support/fixtures/mails.ts'
import { png } from '../support/fixtures/pictures.ts'
import { fillPortal, openPortal } from '../support/fixtures/portal.ts'
import { createTenant, type Tenant } from '../support/fixtures/scenario.ts'
import { addTransfers } from '../support/fixtures/transfers.ts'
import { createWebhook } from '../support/fixtures/webhooks.ts'
import { run } from '../support/program.ts'
import { until } from '../support/postgres-server.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp({ webhookAllowedHosts: ['127.0.0.1'] })
/** Stays, and shares apps and an account with each organization that is deleted. */
const other = useTenant(app)
const WEBHOOK = {
  webhook_url: 'https://bridge.example/hooks',
  declared_scopes: ['posts:read', 'posts:write', 'webhooks:manage'],
}

const query = async <Row extends object>(text: string, ...values: unknown[]) =>
  (await app.database.pool.query<Row>(text, values)).rows

const start = (...args: string[]) => {
  const env = { DATABASE_URL: app.database.url, SECRET_KEY: app.secretKey.toString('base64') }
  return run('src/cli.ts', env, ['--json', 'org', 'delete', ...args])
}
async function call(...args: string[]) {
  const command = start(...args)
  const code = await command.ended
  return { code, body: JSON.parse(command.stdout()) as Record<string, never>, stderr: command.stderr() }
}

/** The number of rows of an organization in every table of the catalogue, and of accounts that act in it alone. */
async function rowsOf(organizationId: number): Promise<Record<string, number>> {
  const columns = await query<{ table: string; column: string }>(`
    select table_name as table, column_name as column from information_schema.columns
    join information_schema.tables using (table_schema, table_name)
    where table_schema = current_schema() and table_type = 'BASE TABLE'
      and (column_name in ('organization_id', 'app_organization_id', 'acts_in_id')
        or (table_name, column_name) = ('organizations', 'id'))`)
  const counts: Record<string, number> = {}
  for (const { table, column } of columns) {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}
      where ${sql.ref(column)} = ${organizationId}`.execute(app.services.db)
    if (rows[0]?.n) counts[`${table}.${column}`] = rows[0].n
  }
  return counts
}

/** The same without the marks that a job folds at any time. */
async function contentOf(organizationId: number): Promise<Record<string, number>> {
  const { 'revision_marks.organization_id': _, ...rows } = await rowsOf(organizationId)
  return rows
}

/** Creates an organization with rows in nearly every table, and with apps of it and of another one. */
async function fill() {
  const tenant = await createTenant(app)
  const { id, slug } = tenant.organization
  await openPortal(app, tenant)
  await createWebhook(app, tenant, { url: 'http://127.0.0.1:9/hooks' })
  await fillPortal(app, tenant)
  await addTransfers(app, tenant.admin.session)
  await seedBulk(app.database, { organizationSlug: slug, posts: 300 })
  await uploadPicture(app, tenant.admin.session, png())
  await queue(app, id, { values: {} })
  await operate(
    app,
    tenant.admin.session,
    `mutation { inviteTeamMember(input: { email: "new@${slug}.example", role: CSM }) { token } }`,
  )
  const theirs = await install(app, await registerApp(app, other, WEBHOOK), tenant)
  const own = await install(app, await registerApp(app, tenant, WEBHOOK), other)
  await tenant.member('csm', other.admin.email)
  return { tenant, theirs, own }
}

let filled: Awaited<ReturnType<typeof fill>>
beforeAll(async () => {
  filled = await fill()
})

test('a deletion needs the slug twice, and a dry run counts every table and changes nothing', async () => {
  const { id, slug } = filled.tenant.organization
  const before = await contentOf(id)
  expect(await call('--org', slug)).toMatchObject({
    code: 1,
    body: { error: { message: expect.stringContaining(`--confirm ${slug}`) as unknown } },
  })
  expect(await call('--org', slug, '--confirm', 'other')).toMatchObject({ code: 1 })
  const { body } = await call('--org', slug, '--dry-run')
  expect(body).toMatchObject({
    deleted: false,
    accounts: 1,
    installsElsewhere: 1,
    rows: { posts: before['posts.organization_id'] },
  })
  expect(body.notice).toContain(`export --org ${slug}`)
  expect(await contentOf(id)).toEqual(before)
})

test('nothing of a deleted organization is left in any table, and others have lost its apps alone', async () => {
  const { tenant, own, theirs } = filled
  const { id, slug } = tenant.organization
  const others = await rowsOf(other.organization.id)
  const stream = await readEvents(app, 'subscription { events { id } }', tenant.admin.session)
  const answers = watch(tenant)
  expect(await call('--org', slug, '--confirm', slug)).toMatchObject({ code: 0, body: { deleted: true } })
  const statuses = await answers.end()
  await stream.end()
  expect(await rowsOf(id)).toEqual({})
  expect([...statuses].every((status) => status < 500)).toBe(true)
  expect([...statuses].some((status) => status === 401)).toBe(true)
  const kept = await rowsOf(other.organization.id)
  for (const table of ['posts', 'users', 'buckets', 'api_keys', 'event_heads'])
    expect(kept[`${table}.organization_id`]).toBe(others[`${table}.organization_id`])
  expect([await opens(app, own.access_token), await opens(app, theirs.access_token)]).toEqual([false, false])
  expect(await query('select from accounts where email = $1', tenant.admin.email)).toEqual([])
  expect(await query('select from accounts where email = $1', other.admin.email)).toHaveLength(1)
  const { auditEntries } = await operate(
    app,
    other.admin.session,
    '{ auditEntries(first: 2, filter: { actions: [INSTALL_REVOKED] }) { nodes { action } } }',
  )
  expect(auditEntries.nodes).toHaveLength(2)
  expect((await app.call('GET', `/@${slug}`)).status).toBe(404)
})

/** Sends requests with each credential of a tenant until `end`, which returns their statuses. */
function watch(tenant: Tenant) {
  const statuses = new Set<number>()
  let isEnding = false
  const send = async (headers: Record<string, string>) => {
    while (!isEnding) {
      const body = { title: 'Late' }
      statuses.add((await app.call('GET', '/api/v3/feature_requests', { headers })).status)
      statuses.add((await app.call('POST', '/api/v3/feature_requests', { headers, body })).status)
      statuses.add((await app.call('GET', `/@${tenant.organization.slug}`)).status)
    }
  }
  const sending = [send(tenant.keyAndAdmin), send(tenant.admin.session)]
  return {
    async end() {
      isEnding = true
      await Promise.all(sending)
      return statuses
    },
  }
}

test('a deletion that is killed again and again continues, and an organization that took the slug stays', async () => {
  const { tenant } = await fill()
  const { id, slug } = tenant.organization
  const all = Object.keys(await rowsOf(id)).length
  for (let left = all; left > all / 2;) {
    const command = start('--org', slug, '--confirm', slug)
    const before = left
    await until(async () => {
      left = Object.keys(await rowsOf(id)).length
      return left < before - 2 || command.process.exitCode !== null
    })
    command.process.kill('SIGKILL')
    await command.ended
  }
  const successor = await createTenant(app, slug)
  expect(await call('--org', slug, '--confirm', slug)).toMatchObject({ code: 0, body: { id, deleted: true } })
  expect(await rowsOf(id)).toEqual({})
  expect((await app.call('GET', '/api/v3/feature_requests', { headers: successor.keyAndAdmin })).status).toBe(
    200,
  )
})
