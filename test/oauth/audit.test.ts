import { beforeAll, expect, test } from 'vitest'
import { newCode, exchange, registerApp } from '../support/clients/oauth.ts'
import { refusal, run } from '../support/clients/operations.ts'
import { appCalls, METADATA, WEBHOOK } from '../support/fixtures/registration.ts'
import { createTenant, type Headers } from '../support/fixtures/scenario.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)
let apps: ReturnType<typeof appCalls>

beforeAll(() => {
  apps = appCalls(app, tenant.admin.session)
})

type Entry = {
  id: string
  action: string
  actor: { databaseId: number } | null
  clientId: string
  subjectId: string | null
  changes: { field: string; from: unknown; to: unknown }[]
  details: { name: string | null; revokedInstalls: number | null }
  createdAt: string
}

const AUDIT_ENTRIES = `query ($filter: AuditEntryFilter, $orderBy: AuditEntryOrder, $first: Int, $after: String) {
  auditEntries(filter: $filter, orderBy: $orderBy, first: $first, after: $after) {
    nodes {
      id action actor { databaseId } clientId subjectId changes { field from to }
      details { name revokedInstalls revokedByApp targetOrganizationId } createdAt
    }
    totalCount
    pageInfo { hasNextPage endCursor }
  }
}`

/** The audit trail as an organization reads it, newest first. */
async function listEntries(headers: Headers, variables: object = {}): Promise<Entry[]> {
  return (await run(app, headers, AUDIT_ENTRIES, { first: 100, ...variables })).auditEntries.nodes
}

/** Actions on apps, which leave out the entries of a new organization. */
const ON_APPS = ['APP_REGISTERED', 'APP_SUSPENDED', 'APP_RESUMED']

test("every action on an app is in its owner's audit trail with its actor, newest first, without a secret", async () => {
  const other = await tenant.member('admin')
  const made = (await apps.register(WEBHOOK)).body
  const clientId = made.client_id
  const path = `/${clientId}`
  const secrets = [made.client_secret, made.webhook_secret]
  await apps.change(clientId, { name: 'Other', redirect_uris: ['https://sync.example.com/2'] })
  secrets.push((await apps.send('POST', `${path}/rotate_secret`)).body.client_secret)
  secrets.push((await apps.send('POST', `${path}/rotate_webhook_secret`)).body.webhook_secret)
  await apps.send('POST', `${path}/suspend`, undefined, other.session)
  await apps.send('POST', `${path}/resume`)
  await apps.send('DELETE', path)
  const entries = await listEntries(tenant.admin.session, { filter: { clientId } })
  expect(entries.map(({ action }) => action)).toEqual([
    'APP_DELETED',
    'APP_RESUMED',
    'APP_SUSPENDED',
    'APP_WEBHOOK_SECRET_ROTATED',
    'APP_SECRET_ROTATED',
    'APP_UPDATED',
    'APP_REGISTERED',
  ])
  for (const { action, actor } of entries)
    expect(actor?.databaseId).toBe(action === 'APP_SUSPENDED' ? other.id : tenant.admin.id)
  expect(entries.find(({ action }) => action === 'APP_UPDATED')?.changes).toEqual([
    { field: 'name', from: METADATA.name, to: 'Other' },
    { field: 'redirectUris', from: expect.any(Array) as unknown[], to: ['https://sync.example.com/2'] },
  ])
  expect(entries.at(-1)?.details).toMatchObject({ name: METADATA.name })
  expect(new Set(entries.map(({ subjectId }) => subjectId)).size).toBe(1)
  expect(entries[0]?.subjectId).toMatch(/^app_\d+$/)
  const { rows } = await app.database.pool.query('select * from audit_entries')
  for (const secret of secrets) expect(JSON.stringify(rows)).not.toContain(secret)
})

test('a rejected action leaves no entry', async () => {
  const { client_id } = (await apps.register()).body
  const member = await tenant.member('member')
  const before = await listEntries(tenant.admin.session)
  await apps.change(client_id, { name: '' })
  await apps.send('POST', `/${client_id}/rotate_webhook_secret`)
  await apps.send('DELETE', `/${client_id}`, undefined, member.session)
  expect(await listEntries(tenant.admin.session)).toEqual(before)
})

test('an app and its entry are stored together or not at all', async () => {
  await app.database.pool.query(
    `alter table audit_entries add constraint no_registration check (act <> 'app.registered') not valid`,
  )
  const answer = await apps.tried(() => apps.register())
  await app.database.pool.query('alter table audit_entries drop constraint no_registration')
  expect(answer).toMatchObject({ status: 500, body: { error: 'server_error' }, wrote: false })
})

test('the audit trail is read in pages', async () => {
  const own = await createTenant(app)
  const calls = appCalls(app, own.admin.session)
  for (const name of ['one', 'two', 'three']) await calls.register({ name })
  const filter = { actions: ON_APPS }
  const read = (after?: string) => run(app, own.admin.session, AUDIT_ENTRIES, { filter, first: 2, after })
  const first = (await read()).auditEntries
  const rest = (await read(first.pageInfo.endCursor as string)).auditEntries
  expect(first.pageInfo.hasNextPage).toBe(true)
  expect(rest.pageInfo.hasNextPage).toBe(false)
  const names = [...first.nodes, ...rest.nodes].map(({ details }) => details.name)
  expect(names).toEqual(['three', 'two', 'one'])
})

test('owner and target organization each read the creation and the end of an install in their own audit trail', async () => {
  const owner = await createTenant(app)
  const target = await createTenant(app)
  const client = await registerApp(app, owner)
  await exchange(app, client, await newCode(app, client, target))
  const clientId = client.client_id
  await appCalls(app, owner.admin.session).send('POST', `/${clientId}/suspend`)
  const read = await listEntries(target.admin.session, { filter: { clientId } })
  const actions = read.map(({ action }) => action)
  expect(actions).toContain('INSTALL_CREATED')
  expect(actions[0]).toBe('INSTALL_REVOKED')
  expect(new Set(read.map((entry) => entry.clientId))).toEqual(new Set([clientId]))
  // The actor belongs to the other organization.
  expect(read[0]?.actor).toBeNull()
  const owned = await listEntries(owner.admin.session, { filter: { clientId } })
  expect(owned.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['APP_SUSPENDED', 'APP_REGISTERED']),
  )
  expect(owned.find(({ action }) => action === 'APP_SUSPENDED')?.details).toMatchObject({
    revokedInstalls: 1,
    targetOrganizationId: null,
  })
  expect(owned.find(({ action }) => action === 'INSTALL_CREATED')?.details).toMatchObject({
    targetOrganizationId: `org_${target.organization.id}`,
  })
  expect(read[0]?.details).toMatchObject({ revokedByApp: true })
})

test("only admins in person read the audit trail, and only their own organization's", async () => {
  const { client_id: clientId } = (await apps.register()).body
  const other = await createTenant(app)
  expect(await listEntries(other.admin.session, { filter: { clientId } })).toEqual([])
  const foreign = await listEntries(other.admin.session)
  expect(foreign.filter(({ action }) => ON_APPS.includes(action))).toEqual([])
  const { session } = await tenant.member('csm')
  const customer = await tenant.sso({ email: 'c@customer.example' })
  const forged = await other.sso({ email: tenant.admin.email })
  for (const headers of [session, customer, tenant.key, forged])
    expect(await refusal(app, headers, AUDIT_ENTRIES)).toMatchObject({ status: 403 })
})

test('the audit trail is filtered by action, actor and time, and sorted in both directions', async () => {
  const own = await createTenant(app)
  const second = await own.member('admin')
  const calls = appCalls(app, own.admin.session)
  const { client_id: clientId } = (await calls.register({ name: 'one' })).body
  await calls.send('POST', `/${clientId}/suspend`, undefined, second.session)
  await calls.send('POST', `/${clientId}/resume`)
  const list = async (variables: Record<string, unknown>) => {
    const filter = { actions: ON_APPS, ...(variables.filter as object) }
    const { auditEntries } = await run(app, own.admin.session, AUDIT_ENTRIES, { ...variables, filter })
    expect(auditEntries.totalCount).toBe(auditEntries.nodes.length)
    return auditEntries.nodes.map(({ action }: Entry) => action)
  }
  const all = ['APP_RESUMED', 'APP_SUSPENDED', 'APP_REGISTERED']
  expect(await list({})).toEqual(all)
  expect(await list({ orderBy: { field: 'CREATED_AT', direction: 'ASC' } })).toEqual(all.toReversed())
  expect(await list({ filter: { actions: ['APP_REGISTERED', 'APP_RESUMED'] } })).toEqual([all[0], all[2]])
  expect(await list({ filter: { actorId: `usr_${second.id}` } })).toEqual(['APP_SUSPENDED'])
  const [, suspended] = await listEntries(own.admin.session, { filter: { actions: ON_APPS } })
  const at = suspended?.createdAt
  expect(await list({ filter: { from: at } })).toEqual(['APP_RESUMED', 'APP_SUSPENDED'])
  expect(await list({ filter: { to: at } })).toEqual(['APP_REGISTERED'])
  expect(await list({ filter: { subjectId: suspended?.subjectId } })).toEqual(all)
  expect(await list({ filter: { subjectId: 'whk_1' } })).toEqual([])
  const wrong = { filter: { actorId: 'mbr_1' } }
  expect(await refusal(app, own.admin.session, AUDIT_ENTRIES, wrong)).toMatchObject({ code: 'INVALID_PARAM' })
})

test('an audit entry is a node for admins of its organization', async () => {
  await apps.register()
  const filter = { actions: ON_APPS }
  const [entry] = await listEntries(tenant.admin.session, { filter, first: 1 })
  const query = 'query ($id: ID!) { node(id: $id) { id ... on AuditEntry { action clientId } } }'
  const find = async (headers: Headers) => (await run(app, headers, query, { id: entry?.id })).node
  expect(await find(tenant.admin.session)).toEqual({
    id: entry?.id,
    action: 'APP_REGISTERED',
    clientId: entry?.clientId,
  })
  const other = await createTenant(app)
  for (const headers of [other.admin.session, tenant.key, (await tenant.member('member')).session])
    expect(await find(headers)).toBeNull()
})
