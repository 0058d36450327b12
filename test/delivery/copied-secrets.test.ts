import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Delivery } from '../../src/delivery/worker.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { deliver } from '../support/delivery.ts'
import { run } from '../support/clients/operations.ts'
import { startReceiver, type Receiver } from '../support/clients/receiver.ts'
import { createTenant, type Headers, type Tenant } from '../support/fixtures/scenario.ts'
import { createPost, createWebhook } from '../support/fixtures/webhooks.ts'

let app: TestApp
let worker: Delivery
let receiver: Receiver
let ours: Tenant
let theirs: Tenant

beforeAll(async () => {
  app = await startApp({ webhookAllowedHosts: ['127.0.0.1'] })
  receiver = await startReceiver()
  worker = deliver(app)
  ours = await createTenant(app)
  theirs = await createTenant(app)
})
afterAll(async () => {
  await worker.stop()
  await receiver.close()
  await app.stop()
})

const change = (statement: string, values: unknown[]) => app.database.pool.query(statement, values)

test("an organization's SSO key copied into another organization's row verifies no token there", async () => {
  const email = ours.admin.email
  const asOurs = await theirs.sso({ email })
  const tried: Headers = { ...asOurs, 'X-Organization': ours.organization.slug }
  const statusOf = async () => (await app.graphql('{ viewer { role } }', {}, tried)).status
  expect(await statusOf()).toBe(401)
  await change(
    `update organizations set sso_key_ciphertext = (select sso_key_ciphertext from organizations where id = $2) where id = $1`,
    [ours.organization.id, theirs.organization.id],
  )
  expect(await statusOf()).toBe(500)
  const { rotateSsoKey } = await run(
    app,
    ours.admin.session,
    'mutation { rotateSsoKey(input: {}) { organization { slug } } }',
  )
  expect(rotateSsoKey.organization.slug).toBe(ours.organization.slug)
  expect(await statusOf()).toBe(401)
})

test.each([
  ['another webhook', 'secret_ciphertext', 'select secret_ciphertext from webhooks where id = $2'],
  [
    'its own column of the previous secret',
    'previous_secret_ciphertext',
    'select secret_ciphertext from webhooks where id = $1 and id <> $2',
  ],
])(
  'a signing secret copied from or to %s signs nothing, and other deliveries continue',
  async (_what, column, source) => {
    const paths = { changed: `/changed/${column}`, other: `/other/${column}` }
    const changed = await createWebhook(app, ours, { url: receiver.url + paths.changed })
    const other = await createWebhook(app, ours, { url: receiver.url + paths.other })
    await change(
      `update webhooks set ${column} = (${source}), previous_secret_until = now() + interval '1 hour' where id = $1`,
      [changed.id, other.id],
    )
    await createPost(app, ours, 'A post')
    await receiver.until(1, { path: paths.other })
    const reasons = () =>
      change(`select reason from deliveries where webhook_id = $1 and state = 'held'`, [changed.id])
    await expect.poll(async () => (await reasons()).rows, { timeout: 10_000 }).toHaveLength(1)
    expect((await reasons()).rows[0]).toEqual({
      reason: "The signing secret cannot be decrypted with the server's keys",
    })
    expect(receiver.received.filter(({ path }) => path === paths.changed)).toEqual([])
  },
)
