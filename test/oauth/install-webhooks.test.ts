import { beforeEach, expect, test } from 'vitest'
import {
  bearer,
  install,
  newCode,
  exchange,
  opens,
  registerApp,
  type ClientApp,
} from '../support/clients/oauth.ts'
import { run } from '../support/clients/operations.ts'
import { createTenant, type Tenant } from '../support/fixtures/scenario.ts'
import { useApp } from '../support/use.ts'

const SCOPES = ['posts:read', 'webhooks:manage']
const EVENTS = ['post_created', 'post_updated']
const URL = 'https://app.example/hooks'

const app = useApp()
let owner: Tenant
let target: Tenant
let client: ClientApp

beforeEach(async () => {
  owner = await createTenant(app)
  target = await createTenant(app)
  client = await registerApp(app, owner, {
    declared_scopes: SCOPES,
    webhook_url: URL,
    subscribed_webhook_events: EVENTS,
  })
})

/** The webhooks that the organization's admin sees, with the REST names of their events. */
const webhooks = async (tenant = target) => {
  const query = '{ webhooks { nodes { url events install { id } } } }'
  const nodes = (await run(app, tenant.admin.session, query)).webhooks.nodes as { events: string[] }[]
  return nodes.map((node) => ({ ...node, events: node.events.map((event) => event.toLowerCase()) }))
}
const change = async (body: object) => {
  const path = `/oauth/apps/${client.client_id}`
  expect((await app.call('PATCH', path, { headers: owner.admin.session, body })).status).toBe(200)
}
const act = (what: string) =>
  app.call('POST', `/oauth/apps/${client.client_id}/${what}`, { headers: owner.admin.session })
const acts = async ({ organization }: Tenant) => {
  const query = `select act, actor_id, subject_type, subject_id from audit_entries where organization_id = $1 and act like 'install.%' order by id`
  return (await app.database.pool.query(query, [organization.id])).rows
}

test('an exchange creates a webhook of the target organization for the granted events', async () => {
  await install(app, client, target, { granted_webhook_events: ['post_updated'] })
  expect(await webhooks()).toMatchObject([{ url: URL, events: ['post_updated'] }])
  expect(await webhooks(owner)).toEqual([])
})

test.each([
  ['without the scope', { scope: 'posts:read' }],
  ['without granted events', { granted_webhook_events: [] }],
])('an exchange %s creates no webhook', async (_how, fields) => {
  await install(app, client, target, fields)
  expect(await webhooks()).toEqual([])
})

test("a change of the app's URL changes the webhook of every install, and its removal deletes them", async () => {
  const other = await createTenant(app)
  await install(app, client, target)
  await install(app, client, target, { actor: 'self' })
  await install(app, client, other)
  await change({ webhook_url: 'https://app.example/moved' })
  const moved = { url: 'https://app.example/moved', events: EVENTS }
  expect([await webhooks(), await webhooks(other)]).toMatchObject([[moved, moved], [moved]])
  await change({ webhook_url: null })
  expect([await webhooks(), await webhooks(other)]).toEqual([[], []])
  await change({ webhook_url: URL })
  expect(await webhooks(other)).toMatchObject([{ url: URL, events: EVENTS }])
})

test('a change of the URL concurrent with an exchange leaves no webhook at the old URL', async () => {
  const codes = await Promise.all(
    EVENTS.flatMap(() => [newCode(app, client, target), newCode(app, client, owner)]),
  )
  const urls = codes.map((_, index) => `https://app.example/${index}`)
  await Promise.all([
    ...codes.map((code) => exchange(app, client, code)),
    ...urls.map((webhook_url) => change({ webhook_url })),
  ])
  const { rows } = await app.database.pool.query(
    `select w.url = a.webhook_url as current from webhooks w join oauth_installs i on i.id = w.install_id
     join oauth_apps a on a.id = i.app_id where a.client_id = $1`,
    [client.client_id],
  )
  expect(rows).toEqual([{ current: true }, { current: true }])
})

test('an event that the app no longer subscribes to is removed from its webhooks', async () => {
  await install(app, client, target)
  await change({ subscribed_webhook_events: ['post_updated'] })
  expect(await webhooks()).toMatchObject([{ events: ['post_updated'] }])
  await change({ subscribed_webhook_events: [] })
  expect(await webhooks()).toEqual([])
})

test('an app that no longer declares the scope loses its webhooks', async () => {
  await install(app, client, target)
  await change({ declared_scopes: ['posts:read'] })
  expect(await webhooks()).toEqual([])
})

test('suspension permanently revokes installs, webhooks and tokens, and a later consent creates new ones', async () => {
  const { access_token } = await install(app, client, target)
  const waiting = await newCode(app, client, target)
  await act('suspend')
  expect(await webhooks()).toEqual([])
  expect(await opens(app, access_token)).toBe(false)
  await act('resume')
  expect(await webhooks()).toEqual([])
  expect(await opens(app, access_token)).toBe(false)
  expect((await exchange(app, client, waiting)).status).toBe(400)
  expect(await opens(app, (await install(app, client, target)).access_token)).toBe(true)
  expect(await webhooks()).toHaveLength(1)
})

test('deletion removes everything except the audit trail', async () => {
  const { access_token } = await install(app, client, target)
  await app.call('DELETE', `/oauth/apps/${client.client_id}`, { headers: owner.admin.session })
  expect(await webhooks()).toEqual([])
  expect(await opens(app, access_token)).toBe(false)
  expect((await acts(target)).map(({ act }) => act)).toEqual(['install.created', 'install.revoked'])
})

test("a person's webhook is deleted while the person is not an admin, and permanently when they leave the team", async () => {
  const person = await target.member('admin')
  const code = await newCode(app, client, target, { actor: 'self' }, person.session)
  const { access_token } = (await exchange(app, client, code)).body
  const role = (role: string) =>
    run(
      app,
      target.admin.session,
      'mutation ($id: ID!, $role: TeamRole!) { updateTeamMember(input: { id: $id, role: $role }) { teamMember { id } } }',
      {
        id: `mbr_${person.id}`,
        role,
      },
    )
  await role('MEMBER')
  expect(await webhooks()).toEqual([])
  expect(await opens(app, access_token)).toBe(true)
  await role('ADMIN')
  expect(await webhooks()).toMatchObject([{ events: EVENTS }])
  await run(
    app,
    target.admin.session,
    'mutation ($id: ID!) { removeTeamMember(input: { id: $id }) { removedTeamMemberId } }',
    {
      id: `mbr_${person.id}`,
    },
  )
  expect(await webhooks()).toEqual([])
  await run(
    app,
    target.admin.session,
    'mutation ($email: EmailAddress!) { addTeamMember(input: { email: $email, role: ADMIN }) { teamMember { id } } }',
    { email: person.email },
  )
  expect(await webhooks()).toEqual([])
  expect(await opens(app, access_token)).toBe(false)
})

test('a token sees only its own install’s webhook, and only with the scope', async () => {
  const other = await registerApp(app, owner, {
    declared_scopes: SCOPES,
    webhook_url: 'https://other.example/hooks',
    subscribed_webhook_events: EVENTS,
  })
  await install(app, other, target)
  const { access_token } = await install(app, client, target)
  const query = '{ webhooks { nodes { url } } }'
  expect((await run(app, bearer(access_token), query)).webhooks.nodes).toEqual([{ url: URL }])
})

test('both organizations read the actions on an install, and only the target reads their actor', async () => {
  await install(app, client, target)
  await install(app, client, target, { scope: 'posts:read' })
  const { installs } = await run(app, target.admin.session, '{ installs { nodes { id databaseId } } }')
  const [{ id, databaseId }] = installs.nodes
  const admin = target.admin.session
  await run(app, admin, `mutation { narrowInstall(input: { id: "${id}", scopes: [] }) { install { id } } }`)
  await run(app, admin, `mutation { revokeInstall(input: { id: "${id}" }) { revokedInstallId } }`)
  const [there, here] = [await acts(target), await acts(owner)]
  const names = ['install.created', 'install.updated', 'install.narrowed', 'install.revoked']
  expect(there.map(({ act }) => act)).toEqual(names)
  expect(here.map(({ act }) => act)).toEqual(names)
  expect(there.map((entry) => entry.actor_id)).toEqual(names.map(() => target.admin.id))
  expect(here.map((entry) => entry.actor_id)).toEqual(names.map(() => null))
  for (const entry of [...there, ...here])
    expect(entry).toMatchObject({ subject_type: 'Install', subject_id: databaseId })
})
