import { beforeAll, describe, expect, test } from 'vitest'
import type { Scope } from '../../src/auth/scopes.ts'
import { allEvents, EVENTS, typesOf } from '../support/clients/event-pages.ts'
import { putApp, putGrant, putInstall, putToken } from '../support/fixtures/grants.ts'
import { refusal, run } from '../support/clients/operations.ts'
import { postRecording } from '../support/contract/recorded-events.ts'
import { createTenant, type Headers, type Tenant } from '../support/fixtures/scenario.ts'
import { trySource } from '../support/contract/subscription-sources.ts'
import { useApp } from '../support/use.ts'

const SUBSCRIBE = 'subscription ($types: [EventType!]) { events(filter: {types: $types}) { id } }'
const POSTS = ['POST_CREATED']
const CHANGELOGS = ['CHANGELOG_CREATED']
const NOTICES = ['WEBHOOK_DISABLED']

const app = useApp()
let tenant: Tenant
let tokenWith: (...scopes: Scope[]) => Promise<Headers>

beforeAll(async () => {
  const owner = await createTenant(app)
  tenant = await createTenant(app)
  const { install } = await putGrant(app, owner, tenant)
  tokenWith = (...scopes) => putToken(app, install, scopes)
  const { post, asTeam } = postRecording(app, tenant)
  await post('A post')
  await asTeam('mutation { createChangelog(input: { title: "News" }) { changelog { id } } }')
  const { createWebhook } = await asTeam(`mutation {
    createWebhook(input: { url: "https://example.com/", events: [POST_CREATED] }) { webhook { id } }
  }`)
  await disable(createWebhook.webhook.id)
})

const disable = (id: string) =>
  run(
    app,
    tenant.keyAndAdmin,
    'mutation ($id: ID!) { updateWebhook(input: { id: $id, enabled: false }) { webhook { id } } }',
    { id },
  )

/** Expects the same error for past and for live events of these types. */
async function expectRefused(headers: Headers, types: string[] | undefined, message: string) {
  expect(await refusal(app, headers, EVENTS, { filter: { types } })).toMatchObject({ status: 403, message })
  expect(await trySource(app, headers, SUBSCRIBE, { types })).toMatchObject({ status: 403, message })
}

describe('an OAuth token', () => {
  test('reads the events that its scopes allow', async () => {
    expect(typesOf(await allEvents(app, await tokenWith('posts:read')))).toEqual(POSTS)
    expect(typesOf(await allEvents(app, await tokenWith('changelog:read')))).toEqual(CHANGELOGS)
    const both = await tokenWith('changelog:read', 'posts:read', 'webhooks:manage')
    expect(typesOf(await allEvents(app, both))).toEqual([...POSTS, ...CHANGELOGS])
  })

  test('receives an error for a requested type without its scope, and for all types without any scope', async () => {
    await expectRefused(await tokenWith('changelog:read'), POSTS, 'Missing required OAuth scope: posts:read')
    await expectRefused(
      await tokenWith('posts:read', 'posts:write'),
      [...POSTS, ...CHANGELOGS],
      'Missing required OAuth scope: changelog:read',
    )
    await expectRefused(
      await tokenWith('posts:read'),
      NOTICES,
      'Missing required OAuth scope: webhooks:manage',
    )
    const none = await tokenWith('tags:read', 'posts:write')
    await expectRefused(none, undefined, 'Missing required OAuth scope: posts:read')
  })

  test('reads one event with the scope of its subject', async () => {
    const [post] = await allEvents(app, tenant.key, POSTS)
    const query = 'query ($id: ID!) { node(id: $id) { id } }'
    const refused = await refusal(app, await tokenWith('changelog:read'), query, { id: post?.id })
    expect(refused.message).toContain('posts:read')
    await run(app, await tokenWith('posts:read'), query, { id: post?.id })
  })

  test('needs the scope of every object that an event refers to, also in a fragment', async () => {
    const below = (fragment: string) => `{ events { nodes { id ${fragment} } } }`
    const token = await tokenWith('changelog:read')
    const refused = await refusal(app, token, below('... on PostEvent { post { description } }'))
    expect(refused.message).toContain('posts:read')
    const email = below('... on PostEvent { post { submitter { email } } }')
    expect((await refusal(app, await tokenWith('posts:read'), email)).message).toContain('customers:read')
    await run(app, token, below('organization { name } ... on ChangelogEvent { changelog { title } }'))
  })

  test("receives notices of its install's own webhook only", async () => {
    const manage = await tokenWith('webhooks:manage')
    expect(await allEvents(app, manage)).toEqual([])
    const [foreign] = await allEvents(app, tenant.keyAndAdmin, NOTICES)
    const query = 'query ($id: ID!) { node(id: $id) { id } }'
    expect(await run(app, manage, query, { id: foreign?.id })).toEqual({ node: null })
    const install = await putInstall(app, await putApp(app, tenant), tenant)
    const own = await putToken(app, install, ['webhooks:manage'])
    const { webhooks } = await run(app, own, '{ webhooks { nodes { id } } }')
    await disable(webhooks.nodes[0].id)
    expect(typesOf(await allEvents(app, own))).toEqual(NOTICES)
    expect(await allEvents(app, manage)).toEqual([])
    expect(await allEvents(app, tenant.keyAndAdmin, NOTICES)).toHaveLength(2)
  })
})

test('shows notices of webhooks to admins in person only, not to other members or the key alone', async () => {
  const { session } = await tenant.member('collaborator')
  for (const headers of [session, tenant.key, { ...tenant.key, ...session }]) {
    expect(typesOf(await allEvents(app, headers))).toEqual([...POSTS, ...CHANGELOGS])
    await expectRefused(
      headers,
      NOTICES,
      'Insufficient permissions: notices of webhooks need an admin of the organization',
    )
  }
  for (const headers of [tenant.keyAndAdmin, tenant.admin.session])
    expect(typesOf(await allEvents(app, headers))).toEqual(expect.arrayContaining(NOTICES))
})
