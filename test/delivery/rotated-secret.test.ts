import { Webhook as StandardWebhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Delivery } from '../../src/delivery/worker.ts'
import { run } from '../support/clients/operations.ts'
import { startReceiver, type Received, type Receiver } from '../support/clients/receiver.ts'
import { deliver } from '../support/delivery.ts'
import { createPost, createWebhook } from '../support/fixtures/webhooks.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp({ webhookAllowedHosts: ['127.0.0.1'] })
const tenant = useTenant(app)
let worker: Delivery
let receiver: Receiver

beforeAll(async () => {
  receiver = await startReceiver()
  // Longer than settings of a webhook are cached.
  worker = deliver(app, { webhookRetrySchedule: [1_000, 1_000] })
})
afterAll(async () => {
  await worker.stop()
  await receiver.close()
})

/** Replaces the secret of a webhook. Returns the new one. */
async function rotate(id: number): Promise<string> {
  const ROTATE = `mutation { rotateWebhookSecret(input: { id: "whk_${id}" }) { secret } }`
  return (await run(app, tenant.admin.session, ROTATE)).rotateWebhookSecret.secret as string
}

/** Which of the secrets verify a message. */
const verifying = ({ headers, text }: Received, secrets: string[]) =>
  secrets.map((secret) => {
    const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature']
    const given = Object.fromEntries(names.map((name) => [name, String(headers[name])]))
    try {
      new StandardWebhook(secret).verify(text, given)
      return true
    } catch {
      return false
    }
  })

test('a retry is signed with the secrets of its time, which are two at most', async () => {
  const secrets: string[] = []
  receiver.answer('/rotated', (response) => {
    if (secrets.length === 3) return void response.end()
    // The retry follows the rotation.
    void rotate(id).then((secret) => {
      secrets.push(secret)
      response.writeHead(503).end()
    })
  })
  const { id, secret } = await createWebhook(app, tenant, {
    url: `${receiver.url}/rotated`,
    events: ['post_created'],
  })
  secrets.push(secret)
  await createPost(app, tenant)
  const messages = await receiver.until(3)
  expect(messages.map((message) => verifying(message, secrets))).toEqual([
    [true, false, false],
    [true, true, false],
    [false, true, true],
  ])
  expect(new Set(messages.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  expect(new Set(messages.map(({ text }) => text)).size).toBe(1)
})
