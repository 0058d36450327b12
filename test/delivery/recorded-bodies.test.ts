import { afterAll, beforeAll, expect, test } from 'vitest'
import { SYSTEM } from '../../src/events/actor.ts'
import { APP_EVENT_NAMES } from '../../src/events/catalogue.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import type { Transaction } from '../../src/db/database.ts'
import type { Delivery } from '../../src/delivery/worker.ts'
import { sendTestEvent } from '../../src/modules/webhooks/deliveries/send-test-event.ts'
import { deliver } from '../support/delivery.ts'
import { createTenant, type Headers } from '../support/fixtures/scenario.ts'
import { expectRecording } from '../support/recording/compare.ts'
import { messageEntries, startMessageRecorder, type MessageRecorder } from '../support/recording/messages.ts'
import { startClock } from '../support/recording/recorder.ts'
import { createOwner, sessionOf } from '../support/recording/world.ts'
import { useApp } from '../support/use.ts'
import { changeChangelogs, changePosts, type Actions } from './recorded/changes.ts'

const EVENTS = [
  'post_created',
  'post_updated',
  'post_completed',
  'changelog_created',
  'changelog_updated',
  'changelog_published',
]
const REDIRECT = 'https://app.example/callback'

const app = useApp({ publicUrl: 'https://feedback.example', webhookAllowedHosts: ['127.0.0.1'] })
let worker: Delivery
let receiver: MessageRecorder

beforeAll(async () => {
  receiver = await startMessageRecorder()
  worker = deliver(app)
})
afterAll(async () => {
  await worker.stop()
  await receiver.close()
})

test('every message that a receiver gets is that of the recording', async () => {
  const tick = startClock()
  const tenant = await createOwner(app, 'acme')
  const organizationId = tenant.organization.id
  const headers = { ...tenant.key, ...(await sessionOf(app, tenant.admin, 'acme')) }
  const actions: Actions = {
    tenant,
    async send(method, path, body) {
      tick()
      const answer = await app.call(method, path, { headers, body })
      if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.text}`)
      await everythingArrived()
      return answer.body
    },
    async prepare(work) {
      tick()
      const result = await inTransaction(app.services.db, (tx: Transaction) => work(tx, organizationId))
      await everythingArrived()
      return result
    },
  }
  const { send, prepare } = actions
  const own = await send('POST', '/api/v3/webhooks', {
    url: `${receiver.url}/own?a=1`,
    events: EVENTS,
    name: 'Ö',
  })
  await changePosts(actions)
  await changeChangelogs(actions)
  await prepare((tx) => sendTestEvent(tx, organizationId, Number(own.id), SYSTEM))
  const { deliveries } = await send('GET', `/api/v3/webhooks/${own.id}/deliveries?events=post_created`)
  const sent = receiver.messages.length
  await send('POST', `/api/v3/webhooks/${own.id}/deliveries/${deliveries.at(-1).id}/redeliver`)
  await received(sent + 1)
  receiver.failNext(2)
  await send('POST', '/api/v3/feature_requests', { title: 'Third time lucky' })
  await received(sent + 4)
  const secret = await installElsewhere()
  const entries = messageEntries(receiver.messages, { '/own?a=1': String(own.secret), '/app': secret })
  const preface = 'Messages in the order of their arrival, with headers and bodies.'
  expectRecording(new URL('recorded/messages.txt', import.meta.url), { preface, entries })
})

/** Installs an app with a webhook in another organization, and changes posts there. Returns its secret. */
async function installElsewhere(): Promise<string> {
  const [owner, target] = [await createTenant(app, 'owner'), await createOwner(app, 'rival')]
  const call = async (as: Headers, path: string, body: object) => {
    const { body: answer, status, text } = await app.call('POST', path, { headers: as, body })
    if (status >= 300) throw new Error(text)
    return answer
  }
  const client = await call(await sessionOf(app, owner.admin, 'owner'), '/oauth/apps', {
    name: 'Bridge',
    redirect_uris: [REDIRECT],
    allowed_actor_modes: ['app'],
    declared_scopes: ['posts:read', 'posts:write', 'webhooks:manage'],
    webhook_url: `${receiver.url}/app`,
    subscribed_webhook_events: ['post_created', 'post_updated'],
  })
  const { client_id, client_secret } = client
  const { redirect_to } = await call(
    await sessionOf(app, target.admin, 'rival'),
    '/oauth/authorize/consent',
    { client_id, redirect_uri: REDIRECT, target_organization_id: target.organization.id },
  )
  const code = new URL(redirect_to as string).searchParams.get('code')
  const grant = { grant_type: 'authorization_code', code, redirect_uri: REDIRECT }
  const tokens = await call({}, '/oauth/token', { ...grant, client_id, client_secret })
  const before = receiver.messages.length
  const token = { Authorization: `Bearer ${tokens.access_token}` }
  await call(token, '/api/v3/feature_requests', { title: 'By the app' })
  await received(before + 1)
  await call(target.key, '/api/v3/feature_requests', { title: 'By the organization' })
  await received(before + 2)
  return String(client.webhook_secret)
}

/** Waits until the receiver has a message of each event in the log. */
async function everythingArrived(): Promise<void> {
  const { rows } = await app.database.pool.query<{ count: number }>(
    'select count(*)::int from events where type = any($1)',
    [[...APP_EVENT_NAMES, 'webhook_test']],
  )
  await received(rows[0]?.count ?? 0)
}

async function received(count: number): Promise<void> {
  await expect.poll(() => receiver.messages.length).toBeGreaterThanOrEqual(count)
}
