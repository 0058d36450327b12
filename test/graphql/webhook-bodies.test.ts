import { expect, test, vi } from 'vitest'
import { run } from '../support/clients/operations.ts'
import { createTenant, type Tenant } from '../support/fixtures/scenario.ts'
import { useApp } from '../support/use.ts'
import { DEADLINE_MS } from '../support/deadline.ts'

const app = useApp()

const PREVIEW = `query ($document: String, $eventId: ID!) { previewWebhook(document: $document, eventId: $eventId) { body } }`

const preview = async (
  eventId: string,
  document: string | undefined,
  of: Tenant,
): Promise<Record<string, unknown>> =>
  JSON.parse(
    (await run(app, of.admin.session, PREVIEW, { eventId, document })).previewWebhook.body,
  ) as Record<string, unknown>

/**
 * The id of an organization's last event of one type. Waits while other transactions on the database server
 * block it.
 */
async function lastEvent(type: string, of: Tenant): Promise<string> {
  return vi.waitFor(async () => {
    const { events } = await run(
      app,
      of.admin.session,
      `{ events(filter: {types: [${type.toUpperCase()}]}, last: 1) { nodes { id } } }`,
    )
    return (events.nodes[0] as { id: string }).id
  }, DEADLINE_MS)
}

const seconds = (iso: string) => Math.floor(Date.parse(iso) / 1000)

test('the default body of a post equals the documented one in every field', async () => {
  const own = await createTenant(app)
  const { body: post } = await app.call('POST', '/api/v3/feature_requests', {
    headers: own.keyAndAdmin,
    body: { title: 'Dark mode', description: '<p>My eyes <b>hurt</b></p>' },
  })
  await app.call('PUT', `/api/v3/feature_requests/${post.id}`, {
    headers: own.key,
    body: { title: 'Dark mode, please' },
  })
  const created = await lastEvent('post_created', own)
  const updated = await lastEvent('post_updated', own)
  const body = await preview(created, undefined, own)
  expect(body).toEqual({
    id: created,
    type: 'postCreated',
    event: 'post_created',
    created: expect.closeTo(seconds(post.created_at), -1) as number,
    organization: { id: own.organization.id, subdomain: own.organization.slug },
    data: {
      id: post.id,
      object: 'post',
      title: 'Dark mode',
      description: 'My eyes hurt',
      description_html: '<p>My eyes <b>hurt</b></p>',
      slug: 'dark-mode',
      url: post.url,
      status: { label: 'Submitted', value: 'submitted' },
      approval_status: 'approved',
      hidden: false,
      pinned: false,
      upvotes_count: 1,
      downvotes_count: 0,
      comments_count: 0,
      created_at: seconds(post.created_at),
      updated_at: seconds(post.updated_at),
      submitter: { name: `admin of ${own.organization.slug}`, email: own.admin.email },
      bucket: { id: post.bucket.id, slug: expect.any(String) as string, display_name: post.bucket.name },
      tags: [],
      before: null,
      after: null,
    },
  })
  expect((await preview(updated, undefined, own)).data).toMatchObject({
    title: 'Dark mode, please',
    before: { title: 'Dark mode' },
    after: { title: 'Dark mode, please' },
  })
})

test('the default body of a changelog has the documented fields', async () => {
  const own = await createTenant(app)
  const { body: post } = await app.call('POST', '/api/v3/feature_requests', {
    headers: own.keyAndAdmin,
    body: { title: 'Wish' },
  })
  const { body } = await app.call('POST', '/api/v3/changelogs', {
    headers: own.keyAndAdmin,
    body: { title: 'News', description: '<p>Here</p>', published: true, feature_requests_ids: [post.id] },
  })
  const [entry] = body.changelogs
  const id = await lastEvent('changelog_published', own)
  const sent = await preview(id, undefined, own)
  expect(sent).toMatchObject({ type: 'changelogPublished', event: 'changelog_published' })
  const { tags: _tags, votes_count: _votes, ...embedded } = entry.feature_requests[0]
  expect(sent.data).toEqual({
    ...entry,
    object: 'changelog',
    feature_requests: [embedded],
    before: null,
    after: null,
  })
})

test('a custom body has exactly the selected fields', async () => {
  const own = await createTenant(app)
  const { body: post } = await app.call('POST', '/api/v3/feature_requests', {
    headers: own.keyAndAdmin,
    body: { title: 'Offline' },
  })
  const id = await lastEvent('post_created', own)
  const document = 'subscription { told: events { when: createdAt ... on PostEvent { post { id title } } } }'
  expect(await preview(id, document, own)).toEqual({
    when: expect.stringMatching(/^\d{4}-.*Z$/) as string,
    post: { id: `post_${post.id}`, title: 'Offline' },
  })
})

test('previews nothing for the event of another organization, or none', async () => {
  const [own, other] = [await createTenant(app), await createTenant(app)]
  await app.call('POST', '/api/v3/feature_requests', { headers: own.key, body: { title: 'Mine' } })
  const id = await lastEvent('post_created', own)
  for (const eventId of [id, 'evt_1_zzzz'])
    expect(await run(app, other.admin.session, PREVIEW, { eventId })).toEqual({ previewWebhook: null })
})

test.each([
  ['nonsense', '"eventId" must be the id of an Event, such as evt_1a_2b: nonsense.'],
  ['post_1', '"eventId" must be the id of an Event, not of a Post: post_1.'],
])('refuses to preview %s, which is not the id of an event', async (eventId, message) => {
  const own = await createTenant(app)
  const { body } = await app.graphql(PREVIEW, { eventId }, own.admin.session)
  expect(body.errors).toMatchObject([{ message, extensions: { code: 'INVALID_PARAM' } }])
})

test('a refused document is refused with its line and column', async () => {
  const own = await createTenant(app)
  const ask = (document: string) => app.graphql(PREVIEW, { eventId: 'evt_1_1', document }, own.admin.session)
  const refusals = [
    ['subscription {\n  events {\n    wrong\n  }\n}', { line: 3, column: 5 }],
    ['subscription {\n  events {\n', { line: 3, column: 1 }],
    ['subscription {\n  events { id }\n  statusCounts { count }\n}', undefined],
  ] as const
  for (const [document, location] of refusals) {
    const [error] = (await ask(document)).body.errors
    expect([error.extensions.code, error.extensions.documentLocation]).toEqual(['UNPROCESSABLE', location])
  }
})
