import { beforeAll, expect, test } from 'vitest'
import { toNodeId } from '../../src/graphql/schema/node/prefixes.ts'
import { AUDIT_ACTIONS } from '../../src/modules/audit/actions.ts'
import { run } from '../support/clients/operations.ts'
import type { Person } from '../support/fixtures/scenario.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)
let second: Person

beforeAll(async () => {
  second = await tenant.member('admin')
})

const ENTRIES = `query ($filter: AuditEntryFilter) {
  auditEntries(filter: $filter, first: 100) {
    nodes {
      action actor { databaseId } clientId subjectId changes { field from to }
      details {
        name role installId targetOrganizationId actorMode scopes webhookEvents revokedInstalls revokedByApp reason deliverHeld
      }
    }
  }
}`

type Entry = { action: string; subjectId: string; details: Record<string, unknown> }

const entries = async (filter: object = {}): Promise<Entry[]> =>
  (await run(app, tenant.admin.session, ENTRIES, { filter })).auditEntries.nodes

const NO_DETAILS = {
  name: null,
  role: null,
  installId: null,
  targetOrganizationId: null,
  actorMode: null,
  scopes: null,
  webhookEvents: null,
  revokedInstalls: null,
  revokedByApp: false,
  reason: null,
  deliverHeld: null,
}

/** Runs a mutation as the second admin. Returns the value of its only payload field. */
const change = async (field: string, input: string, selection: string) => {
  const answer = await run(app, second.session, `mutation { ${field}(input: {${input}}) { ${selection} } }`)
  return answer[field]
}

const URL = 'https://hooks.example/services/T0/secret-token'
/** A webhook of the organization. */
const newWebhook = async () =>
  change('createWebhook', `name: "Sync", url: "${URL}", events: [POST_CREATED]`, 'secret webhook { id }')
const newKey = () => change('createApiKey', 'name: "CI"', 'secret apiKey { id }')
const disable = (id: string) =>
  change('updateWebhook', `id: "${id}", enabled: false, disabledReason: "Moved"`, 'webhook { id }')
let members = 0
const newMember = async () => {
  const email = `member-${++members}@audit.example`
  return (await change('addTeamMember', `email: "${email}", role: CSM`, 'teamMember { id }')).teamMember
    .id as string
}
const userOf = (memberId: string) => memberId.replace('mbr_', 'usr_')

type Recorded = { subjectId: string; secrets?: string[]; changes?: object[]; details?: object }

/** Each action of people on settings, team, keys and webhooks: runs it and returns the entry it must leave. */
const ACTIONS: Record<string, () => Promise<Recorded>> = {
  'api_key.created': async () => {
    const { secret, apiKey } = await newKey()
    return { subjectId: apiKey.id, details: { name: 'CI' }, secrets: [secret] }
  },
  'api_key.revoked': async () => {
    const { secret, apiKey } = await newKey()
    await change('revokeApiKey', `id: "${apiKey.id}"`, 'apiKey { id }')
    await change('revokeApiKey', `id: "${apiKey.id}"`, 'apiKey { id }')
    return { subjectId: apiKey.id, details: { name: 'CI' }, secrets: [secret] }
  },
  'member.added': async () => ({ subjectId: userOf(await newMember()), details: { role: 'CSM' } }),
  'member.role_changed': async () => {
    const id = await newMember()
    for (let time = 0; time < 2; time++)
      await change('updateTeamMember', `id: "${id}", role: MEMBER`, 'teamMember { id }')
    return { subjectId: userOf(id), changes: [{ field: 'role', from: 'csm', to: 'member' }] }
  },
  'member.removed': async () => {
    const id = await newMember()
    await change('removeTeamMember', `id: "${id}"`, 'removedTeamMemberId')
    return { subjectId: userOf(id), details: { role: 'CSM' } }
  },
  'organization.updated': async () => {
    const input = `visibility: PUBLIC, locales: [EN, DE], description: "${'x'.repeat(300)}"`
    for (let time = 0; time < 2; time++) await change('updateOrganization', input, 'organization { id }')
    const changes = [
      { field: 'description', from: '', to: `${'x'.repeat(200)}…` },
      { field: 'visibility', from: 'members', to: 'public' },
      { field: 'locales', from: ['en'], to: ['en', 'de'] },
    ]
    return { subjectId: `org_${tenant.organization.id}`, changes }
  },
  'sso_key.rotated': async () => {
    const { ssoKey } = await change('rotateSsoKey', '', 'ssoKey organization { id }')
    return { subjectId: `org_${tenant.organization.id}`, secrets: [ssoKey] }
  },
  'mail.tested': async () => {
    await change('sendTestMail', '', 'mail { id }')
    return { subjectId: `usr_${second.id}` }
  },
  'mail.suppression_removed': async () => {
    const email = `gone-${++members}@audit.example`
    const { customer } = await change('createCustomer', `email: "${email}"`, 'customer { databaseId }')
    const { rows } = await app.database.pool.query<{ id: string }>(
      "insert into mail_suppressions (organization_id, email, reason) values ($1, $2, 'bounce') returning id",
      [tenant.organization.id, email],
    )
    await change(
      'removeMailSuppression',
      `id: "${toNodeId('MailSuppression', Number(rows[0]?.id))}"`,
      'removedMailSuppressionId',
    )
    return { subjectId: `usr_${customer.databaseId}`, secrets: [email] }
  },
  'webhook.created': async () => {
    const { secret, webhook } = await newWebhook()
    return { subjectId: webhook.id, details: { name: 'Sync' }, secrets: [secret, URL] }
  },
  'webhook.updated': async () => {
    const { id } = (await newWebhook()).webhook
    const input = `id: "${id}", url: "${URL}/2", events: [POST_CREATED, POST_UPDATED]`
    for (let time = 0; time < 2; time++) await change('updateWebhook', input, 'webhook { id }')
    const changes = [
      { field: 'url', from: null, to: null },
      { field: 'events', from: ['post_created'], to: ['post_created', 'post_updated'] },
    ]
    return { subjectId: id, details: { name: 'Sync' }, changes, secrets: [URL] }
  },
  'webhook.secret_rotated': async () => {
    const { id } = (await newWebhook()).webhook
    const { secret } = await change('rotateWebhookSecret', `id: "${id}"`, 'secret webhook { id }')
    return { subjectId: id, details: { name: 'Sync' }, secrets: [secret] }
  },
  'webhook.disabled': async () => {
    const { id } = (await newWebhook()).webhook
    for (let time = 0; time < 2; time++) await disable(id)
    return { subjectId: id, details: { name: 'Sync', reason: 'Moved' } }
  },
  'webhook.enabled': async () => {
    const { id } = (await newWebhook()).webhook
    await disable(id)
    for (let time = 0; time < 2; time++)
      await change('updateWebhook', `id: "${id}", enabled: true, deliverHeld: true`, 'webhook { id }')
    return { subjectId: id, details: { name: 'Sync', deliverHeld: true } }
  },
  'webhook.deleted': async () => {
    const { id } = (await newWebhook()).webhook
    await change('deleteWebhook', `id: "${id}"`, 'deletedWebhookId')
    return { subjectId: id, details: { name: 'Sync' } }
  },
}

const nameOf = (action: string) => action.replace('.', '_').toUpperCase()

test('the table contains every action but those of OAuth, accounts, sessions, invitations, sign-in providers and data', () => {
  const others = Object.keys(AUDIT_ACTIONS).filter(
    (action) =>
      !/^(account|app|consent|code|token|refresh_token|install|session|invitation|sign_in_provider|person|import|export)\./.test(
        action,
      ),
  )
  expect(Object.keys(ACTIONS).sort()).toEqual(others.sort())
})

test.each(Object.entries(ACTIONS))(
  'records %s once, with its actor, its subject and its details, without a secret',
  async (action, act) => {
    const { subjectId, changes = [], details = {}, secrets = [] } = await act()
    expect(await entries({ subjectId, actions: [nameOf(action)] })).toEqual([
      {
        action: nameOf(action),
        actor: { databaseId: second.id },
        clientId: null,
        subjectId,
        changes,
        details: { ...NO_DETAILS, ...details },
      },
    ])
    const { rows } = await app.database.pool.query('select * from audit_entries')
    for (const secret of secrets) expect(JSON.stringify(rows)).not.toContain(secret)
  },
)

test('entries of the operator have no actor', async () => {
  const [first] = (await entries({ actions: ['API_KEY_CREATED'] })).slice(-1)
  expect(first).toMatchObject({ actor: null, details: { name: 'test' } })
})
