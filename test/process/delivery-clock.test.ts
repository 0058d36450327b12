import { Webhook as StandardWebhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startCluster, type Cluster } from '../support/cluster.ts'
import { connect, type Client } from '../support/clients/sockets.ts'
import { startReceiver, type Received, type Receiver } from '../support/clients/receiver.ts'
import { createPost, createWebhook } from '../support/fixtures/webhooks.ts'
import { useApp, useTenant } from '../support/use.ts'

const HOUR_MS = 3_600_000
/** Delay that the receiver asks for, as a date. */
const ASKED_S = 12 * 3_600
/** More than the steps take on a busy machine, and less than the clocks differ. */
const NEAR_S = 3_000

const app = useApp({ webhookAllowedHosts: ['127.0.0.1'] })
const tenant = useTenant(app)
const workers: Cluster[] = []
let receiver: Receiver

beforeAll(async () => {
  receiver = await startReceiver()
})
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.stop()
})
afterAll(() => receiver.close())

/** Expects a signature whose timestamp a public package accepts. */
function expectVerified({ headers, text }: Received, secret: string): void {
  const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature']
  const given = Object.fromEntries(names.map((name) => [name, String(headers[name])]))
  expect(() => new StandardWebhook(secret).verify(text, given)).not.toThrow()
}

const startedAt = async (socket: Client): Promise<number> => {
  const { payload } = await socket.received(({ id, type }) => id === '1' && type === 'next')
  return Date.parse(payload.data.deliveryAttempts.startedAt as string)
}

test.each([
  ['ahead', 30 * HOUR_MS],
  ['behind', -30 * HOUR_MS],
])(
  "a worker whose clock is 30 hours %s signs, records and repeats attempts by the database's clock",
  async (name, offsetMs) => {
    const path = `/${name}`
    receiver.answer(path, (response) => {
      const date = new Date(Date.now() + ASKED_S * 1_000).toUTCString()
      response.writeHead(503, { 'Retry-After': date }).end()
    })
    const { id, secret } = await createWebhook(app, tenant, { url: receiver.url + path })
    const socket = await connect(app, tenant.keyAndAdmin)
    socket.subscribe('1', `subscription { deliveryAttempts(webhookId: "whk_${id}") { startedAt } }`)
    const wrongClock = {
      NODE_OPTIONS: '--import=./test/support/faults/shifted-clock.ts',
      TEST_CLOCK_OFFSET_MS: String(offsetMs),
    }
    workers.push(await startCluster(app, ['worker'], wrongClock))
    await createPost(app, tenant)
    const [message] = await receiver.until(1, { path })
    if (message) expectVerified(message, secret)
    expect(Math.abs((await startedAt(socket)) - Date.now())).toBeLessThan(NEAR_S * 1_000)
    const { rows } = await app.database.pool.query<{ wait: number }>(
      'select extract(epoch from due_at - now())::float8 as wait from deliveries where webhook_id = $1',
      [id],
    )
    expect(Math.abs((rows[0]?.wait ?? 0) - ASKED_S)).toBeLessThan(NEAR_S)
    socket.socket.close()
  },
)
