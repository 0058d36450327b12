import { beforeAll, expect, test } from 'vitest'
import { sealedLocation } from '../../src/auth/sealed-columns.ts'
import { decrypt } from '../../src/lib/crypto/encryption.ts'
import { sha256 } from '../../src/lib/crypto/secret.ts'
import { appCalls, WEBHOOK } from '../support/fixtures/registration.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)
let apps: ReturnType<typeof appCalls>

beforeAll(() => {
  apps = appCalls(app, tenant.admin.session)
})

const DAY_MS = 24 * 60 * 60 * 1000

async function stored(clientId: string) {
  const { rows } = await app.database.pool.query('select * from oauth_apps where client_id = $1', [clientId])
  const [row] = rows
  const open = (column: 'webhook_secret' | 'previous_webhook_secret') => {
    const name = `${column}_ciphertext` as const
    const box = row[name] as Buffer | null
    const location = sealedLocation(`oauth_apps.${name}`, row.organization_id as number, row.id as number)
    return box && decrypt(app.services.keys.encryption, box, location)
  }
  return {
    secretHash: row.secret_hash as Buffer,
    current: open('webhook_secret'),
    previous: open('previous_webhook_secret'),
    until: row.previous_webhook_secret_until as Date | null,
  }
}

test('replaces the old client secret by the new one at once', async () => {
  const { body: made } = await apps.register()
  const rotated = await apps.send('POST', `/${made.client_id}/rotate_secret`)
  expect(rotated.status).toBe(200)
  expect(rotated.headers.get('cache-control')).toBe('no-store')
  expect(rotated.body).toMatchObject({ client_id: made.client_id, name: made.name })
  expect(rotated.body.client_secret).toMatch(/^fosec_/)
  expect(rotated.body.client_secret).not.toBe(made.client_secret)
  const { secretHash } = await stored(made.client_id)
  expect(secretHash).toEqual(sha256(rotated.body.client_secret))
})

test('keeps the old webhook secret valid for 24 hours beside the new one', async () => {
  const { body: made } = await apps.register(WEBHOOK)
  const rotated = await apps.send('POST', `/${made.client_id}/rotate_webhook_secret`)
  const { rows } = await app.database.pool.query<{ at: Date; age: number }>(
    `select updated_at as at, extract(epoch from now() - updated_at)::float8 as age from oauth_apps where client_id = $1`,
    [made.client_id],
  )
  expect(rows[0]?.age).toBeLessThan(60)
  const until = new Date(Number(rows[0]?.at) + DAY_MS)
  expect(rotated.body.previous_webhook_secret_until).toBe(until.toISOString())
  expect(rotated.headers.get('cache-control')).toBe('no-store')
  expect(await stored(made.client_id)).toMatchObject({
    current: rotated.body.webhook_secret,
    previous: made.webhook_secret,
    until,
  })
})

test('keeps the latest two webhook secrets after a second rotation within a day', async () => {
  const { body: made } = await apps.register(WEBHOOK)
  const rotate = () => apps.send('POST', `/${made.client_id}/rotate_webhook_secret`)
  const first = await rotate()
  const second = await rotate()
  expect(await stored(made.client_id)).toMatchObject({
    current: second.body.webhook_secret,
    previous: first.body.webhook_secret,
  })
})

test('leaves one working secret after parallel rotations, the one that the last of them returned', async () => {
  const { body: made } = await apps.register()
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => apps.send('POST', `/${made.client_id}/rotate_secret`)),
  )
  const { secretHash } = await stored(made.client_id)
  expect(answers.filter(({ body }) => sha256(body.client_secret).equals(secretHash))).toHaveLength(1)
})

test('rejects the rotation of a webhook secret for an app without a webhook', async () => {
  const { body: made } = await apps.register()
  const refused = await apps.tried(() => apps.send('POST', `/${made.client_id}/rotate_webhook_secret`))
  expect(refused).toMatchObject({ status: 400, body: { error: 'invalid_request' }, wrote: false })
})
