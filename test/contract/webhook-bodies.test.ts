import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Delivery } from '../../src/delivery/worker.ts'
import { EVENT_NAMES } from '../../src/events/catalogue.ts'
import { changelogCalls, TOMORROW } from '../support/fixtures/changelogs.ts'
import { DEADLINE_MS } from '../support/deadline.ts'
import { deliver } from '../support/delivery.ts'
import {
  bodySchemaOf,
  fieldsAt,
  problemsOfMessage,
  webhookOperations,
} from '../support/contract/documented-webhooks.ts'
import { MERGE, UNMERGE } from '../support/fixtures/merging.ts'
import { problemOf } from '../support/contract/openapi.ts'
import { postId } from '../support/fixtures/people.ts'
import { postRecording, UPDATE_POST, withNodeIds } from '../support/contract/recorded-events.ts'
import { causeOtherEvents } from '../support/fixtures/all-events.ts'
import { startReceiver, type Received, type Receiver } from '../support/clients/receiver.ts'
import { createTenant, type Tenant } from '../support/fixtures/scenario.ts'
import { createWebhook } from '../support/fixtures/webhooks.ts'
import { useApp } from '../support/use.ts'

const app = useApp({ webhookAllowedHosts: ['127.0.0.1'] })
let worker: Delivery
let receiver: Receiver
let tenant: Tenant
let received: Received[]

beforeAll(async () => {
  receiver = await startReceiver()
  // A message that took too long would be sent again.
  worker = deliver(app, { webhookTimeout: DEADLINE_MS })
  tenant = await createTenant(app)
  const webhook = await createWebhook(app, tenant, {
    url: `${receiver.url}/all`,
    name: 'All',
    events: EVENT_NAMES,
  })
  await changePosts()
  await changeChangelogs()
  await causeOtherEvents(asTeam)
  await asTeam('mutation ($id: ID!) { sendTestEvent(input: { id: $id }) { webhookDelivery { id } } }', {
    id: `whk_${webhook.id}`,
  })
  received = await everything()
})
afterAll(async () => {
  await worker.stop()
  await receiver.close()
})

test('the document lists exactly the events that a webhook can receive', () => {
  expect([...webhookOperations.keys()].sort()).toEqual([...EVENT_NAMES, 'webhook_test'].sort())
})

test.each([...webhookOperations.keys()])('every delivered %s matches the document', (event) => {
  const messages = received.filter(({ body }) => body.event === event)
  expect(messages).not.toEqual([])
  expect(messages.flatMap((message) => problemsOfMessage(message))).toEqual([])
})

test.each(EVENT_NAMES.filter((name) => /_updated$/.test(name)))(
  'a %s event contains every field that is documented to change, on both sides',
  (event) => {
    const updates = received.filter(({ body }) => body.event === event)
    for (const side of ['before', 'after']) {
      const sent = updates.flatMap(({ body }) => Object.keys(body.data[side] as object))
      expect([...new Set(sent)].sort()).toEqual(fieldsAt(bodySchemaOf(event), 'data', side).sort())
    }
  },
)

test('the comparison detects a body that does not match the document', () => {
  const [message] = received.filter(({ body }) => body.event === 'post_updated')
  if (!message) throw new Error('no message was received')
  const { body, headers } = message
  const problems = (data: object) => problemsOfMessage({ headers, body: { ...body, data } }).join()
  expect(problems({ ...body.data, tags: [{ id: '7' }] })).toMatch(/tags\/0.*required property 'name'/)
  expect(problems({ ...body.data, before: null })).toMatch(/before must be object/)
  expect(problems({ ...body.data, after: { colour: 'red' } })).toBe(
    'body/data/after/colour is not documented',
  )
  const unsigned = { ...headers, 'webhook-signature': undefined }
  expect(problemsOfMessage({ headers: unsigned, body })).toEqual([
    expect.stringMatching(/^header webhook-signature/),
  ])
})

test.each([...webhookOperations.keys()])('the example of %s matches its schema', (event) => {
  const media = webhookOperations.get(event)?.requestBody?.content['application/json'] as {
    example?: unknown
  }
  expect(media.example).toBeDefined()
  expect(problemOf(bodySchemaOf(event), media.example)).toBeNull()
})

const asTeam = (query: string, variables = {}) => postRecording(app, tenant).asTeam(query, variables)

/** Changes every field of a post that its events contain. */
async function changePosts(): Promise<void> {
  const { post, bucket, status, tag } = postRecording(app, tenant)
  const [id, parent] = [await post('Dark mode'), await post('Themes')]
  const bucketId = await bucket({ name: 'Ideas' })
  const update = (input: Parameters<typeof withNodeIds>[0]) =>
    asTeam(UPDATE_POST, { input: { id: postId(id), ...withNodeIds(input) } })
  await update({ title: 'Dark mode, please', description: '<b>My eyes</b>', tagIds: [await tag('eyes')] })
  await update({ bucketId, hidden: true, pinned: true, approvalStatus: 'PENDING' })
  await update({ status: { id: `sts_${await status({ name: 'Live', kind: 'COMPLETED' })}` } })
  await asTeam(MERGE, { id: postId(parent), postIds: [postId(id)] })
  await asTeam(UNMERGE, { id: postId(id) })
}

/** Changes every field of an entry that its events contain. */
async function changeChangelogs(): Promise<void> {
  const { post, write } = changelogCalls(app, tenant)
  const [wish, other] = [await post('Wish'), await post('Another wish')]
  await write({ title: 'Out at once', published: true, feature_requests_ids: [wish.id] })
  const { body } = await write({ title: 'News' })
  const {
    createChangelogLabel: { changelogLabel: label },
  } = await asTeam(
    'mutation { createChangelogLabel(input: { name: "New", color: "#10b981" }) { changelogLabel { id } } }',
    {},
  )
  const update = (input: object) =>
    asTeam(
      'mutation ($input: UpdateChangelogInput!) { updateChangelog(input: $input) { changelog { id } } }',
      { input: { id: `chg_${body.changelogs[0].id}`, ...input } },
    )
  await update({ title: 'Great news', description: '<p>Here</p>', locale: 'DE', scheduledAt: TOMORROW })
  await update({ labelIds: [label.id], postIds: [`post_${other.id}`] })
  await update({ labelIds: [], postIds: [], published: true })
}

/** The messages of every event in the log. */
async function everything(): Promise<Received[]> {
  const { rows } = await app.database.pool.query('select count(*)::int as count from events')
  return receiver.until(rows[0].count as number)
}
