import { beforeAll, describe, expect, test } from 'vitest'
import { refusal, run } from '../support/clients/operations.ts'
import type { Person } from '../support/fixtures/scenario.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)
let csm: Person

beforeAll(async () => {
  csm = await tenant.member('csm')
})

const entries = async (): Promise<object[]> =>
  (await run(app, tenant.admin.session, '{ auditEntries(first: 100) { nodes { id } } }')).auditEntries.nodes

/** Changes that are refused, by the action that they would be. */
const REFUSED: Record<string, [field: string, input: string]> = {
  'api_key.created': ['createApiKey', `name: "${'x'.repeat(300)}"`],
  'api_key.revoked': ['revokeApiKey', 'id: "key_2147483000"'],
  'member.added': ['addTeamMember', 'email: "none", role: ADMIN'],
  'member.role_changed': ['updateTeamMember', 'id: "mbr_2147483000", role: CSM'],
  'member.removed': ['removeTeamMember', 'id: "mbr_2147483000"'],
  'organization.updated': ['updateOrganization', 'name: "Other", defaultLocale: JA'],
  'webhook.created': ['createWebhook', 'url: "nowhere", events: [POST_CREATED]'],
  'webhook.updated': ['updateWebhook', 'id: "whk_2147483000", name: "Other"'],
  'webhook.secret_rotated': ['rotateWebhookSecret', 'id: "whk_2147483000"'],
  'webhook.disabled': ['updateWebhook', 'id: "whk_2147483000", enabled: false'],
  'webhook.enabled': ['updateWebhook', 'id: "whk_2147483000", enabled: true'],
  'webhook.deleted': ['deleteWebhook', 'id: "whk_2147483000"'],
}

describe('a refused change leaves no entry', () => {
  test.each(Object.entries(REFUSED))('%s', async (_action, [field, input]) => {
    const before = await entries()
    const query = `mutation { ${field}(input: {${input}}) { errors { message } } }`
    await refusal(app, tenant.admin.session, query)
    expect(await refusal(app, csm.session, query)).toMatchObject({ status: 403 })
    expect(await entries()).toEqual(before)
  })
})

test('a change whose entry cannot be stored is not made', async () => {
  const { pool } = app.database
  await pool.query(
    `alter table audit_entries add constraint no_updates check (act <> 'organization.updated') not valid`,
  )
  const { body } = await app.graphql(
    'mutation { updateOrganization(input: { name: "Half" }) { organization { name } } }',
    {},
    tenant.admin.session,
  )
  await pool.query('alter table audit_entries drop constraint no_updates')
  expect(body.errors?.[0]?.extensions.code).toBe('INTERNAL')
  const { organization } = await run(app, tenant.admin.session, '{ organization { name } }')
  expect(organization.name).not.toBe('Half')
})

test('rejects a filter by an object that no action has, by name', async () => {
  const query = 'query ($filter: AuditEntryFilter) { auditEntries(filter: $filter) { nodes { id } } }'
  for (const subjectId of ['tag_1', 'whk_x', '', 'x'.repeat(1000)])
    expect(await refusal(app, tenant.admin.session, query, { filter: { subjectId } })).toMatchObject({
      code: 'INVALID_PARAM',
      message: expect.stringMatching(/^"filter.subjectId" must be the id of one of ApiKey, /) as string,
    })
})
