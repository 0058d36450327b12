import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  aboutToken,
  bearer,
  exchange,
  install,
  newCode,
  opens,
  refresh,
  registerApp,
  type ClientApp,
} from '../support/clients/oauth.ts'
import { createTenant } from '../support/fixtures/scenario.ts'
import { startTwoClocks, type TwoClocks } from '../support/faults/two-clocks.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
let clocks: TwoClocks
const target = useTenant(app)
let client: ClientApp

beforeAll(async () => {
  client = await registerApp(app, await createTenant(app), {
    webhook_url: 'https://app.example/hook',
    subscribed_webhook_events: ['post_created'],
    declared_scopes: ['posts:read', 'posts:write', 'webhooks:manage'],
  })
  clocks = await startTwoClocks(app)
})
afterAll(async () => {
  await clocks.stop()
})

const setTokens = (assignment: string) => app.database.pool.query(`update oauth_tokens set ${assignment}`)

describe('codes', () => {
  test('a code of one server is redeemed at the other', async () => {
    for (const [here, there] of clocks.crossed) {
      const code = await newCode(here, client, target)
      expect(await exchange(there, client, code)).toMatchObject({ status: 200 })
    }
  })

  test('a code expires after five minutes, whichever server issued it', async () => {
    for (const server of clocks.both) {
      await newCode(server, client, target)
      const left = await clocks.valueOf(
        'select extract(epoch from expires_at - now()) from oauth_codes order by id desc limit 1',
      )
      expect(left).toBeGreaterThan(240)
      expect(left).toBeLessThanOrEqual(300)
    }
  })

  test('both servers reject an expired code', async () => {
    for (const server of clocks.both) {
      const code = await newCode(app, client, target)
      await app.database.pool.query(
        `update oauth_codes set expires_at = now() - interval '1 second' where used_at is null`,
      )
      expect(await exchange(server, client, code)).toMatchObject({ status: 400 })
    }
  })
})

describe('access tokens', () => {
  test("a token of one server is accepted at the other until it expires by the database's clock", async () => {
    for (const [here, there] of clocks.crossed) {
      const { access_token } = await install(here, client, target)
      // No server has cached the token.
      await setTokens(`access_expires_at = now() + interval '5 minutes'`)
      for (const server of [there, here]) expect(await opens(server, access_token)).toBe(true)
      await setTokens(`access_expires_at = now() - interval '1 second'`)
      for (const server of clocks.both) await expect.poll(() => opens(server, access_token)).toBe(false)
    }
  })

  test("introspection returns timestamps of the database's clock", async () => {
    for (const [here, there] of clocks.crossed) {
      const { access_token } = await install(here, client, target)
      const { body } = await aboutToken(there, 'introspect', client, access_token)
      const present = await clocks.valueOf('select extract(epoch from now())')
      expect(body).toMatchObject({ active: true, exp: body.iat + 86_400 })
      expect(Math.abs(body.iat - present)).toBeLessThan(60)
    }
  })
})

describe('the window in which a refresh is repeated', () => {
  test('one server returns the pair that the other has issued', async () => {
    for (const [here, there] of clocks.crossed) {
      const { refresh_token } = await install(here, client, target)
      const { body: first } = await refresh(here, client, refresh_token)
      const { status, body: again } = await refresh(there, client, refresh_token)
      expect({ status, again }).toEqual({ status: 200, again: first })
    }
  })

  test('the window closes after a minute at both servers', async () => {
    for (const [here, there] of clocks.crossed) {
      const { refresh_token } = await install(here, client, target)
      const { body } = await refresh(here, client, refresh_token)
      await setTokens(`rotated_at = rotated_at - interval '61 seconds' where rotated_at is not null`)
      expect(await refresh(there, client, refresh_token)).toMatchObject({ status: 400 })
      expect(await opens(app, body.access_token)).toBe(false)
    }
  })
})

test('the previous webhook secret signs for 24 hours, whichever server replaced it', async () => {
  for (const server of clocks.both) {
    const { body } = await server.call('POST', `/oauth/apps/${client.client_id}/rotate_webhook_secret`, {
      headers: client.owner.admin.session,
    })
    const until = body.previous_webhook_secret_until
    const left = await clocks.valueOf('select extract(epoch from $1::timestamptz - now())', [until])
    expect(Math.abs(left - 86_400)).toBeLessThan(60)
  }
})

test('a server whose clock is wrong rejects a token that another server has revoked', async () => {
  const { access_token } = await install(clocks.behind, client, target)
  expect(await opens(clocks.ahead, access_token)).toBe(true)
  await aboutToken(clocks.behind, 'revoke', client, access_token)
  const read = async () =>
    (await clocks.ahead.call('GET', '/api/v3/feature_requests', { headers: bearer(access_token) })).status
  await expect.poll(read).toBe(401)
})
