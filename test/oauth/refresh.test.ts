import { beforeAll, describe, expect, test } from 'vitest'
import { startApp } from '../support/app.ts'
import {
  aboutToken,
  countOf,
  install,
  letPass,
  opens,
  refresh,
  registerApp,
  type ClientApp,
} from '../support/clients/oauth.ts'
import { expectRefused } from '../support/contract/refusals.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const owner = useTenant(app)
const target = useTenant(app)
let client: ClientApp

beforeAll(async () => {
  client = await registerApp(app, owner)
})

const later = (seconds: number) => letPass(app, seconds)
const refused = (token: string, error = 'invalid_grant', fields: object = {}) =>
  expectRefused(app, () => refresh(app, client, token, fields), 400, error)

test('replaces both tokens, and rejects the old access token at once', async () => {
  const old = await install(app, client, target)
  expect(await opens(app, old.access_token)).toBe(true)
  const { status, body, headers } = await refresh(app, client, old.refresh_token)
  expect(status).toBe(200)
  expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 86_400, scope: old.scope })
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('pragma')).toBe('no-cache')
  expect(body.access_token).not.toBe(old.access_token)
  expect(body.refresh_token).not.toBe(old.refresh_token)
  expect(await opens(app, old.access_token)).toBe(false)
  expect(await opens(app, body.access_token)).toBe(true)
})

test('accepts a refresh token long after its access token has expired', async () => {
  const { access_token, refresh_token } = await install(app, client, target)
  await later(400 * 86_400)
  const { body } = await refresh(app, client, refresh_token)
  expect(await opens(app, access_token)).toBe(false)
  expect(await opens(app, body.access_token)).toBe(true)
})

describe('a repeated refresh token', () => {
  test('returns exactly the same new pair for 60 seconds', async () => {
    const { refresh_token } = await install(app, client, target)
    const first = await refresh(app, client, refresh_token)
    await later(30)
    const again = await refresh(app, client, refresh_token)
    expect(again.status).toBe(200)
    expect(again.body).toEqual(first.body)
    expect(await opens(app, first.body.access_token)).toBe(true)
  })

  test('permanently revokes the whole chain later', async () => {
    const { refresh_token } = await install(app, client, target)
    const other = await install(app, client, target)
    const second = (await refresh(app, client, refresh_token)).body
    const third = (await refresh(app, client, second.refresh_token)).body
    await later(60)
    expect(await refresh(app, client, refresh_token)).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant' },
    })
    expect(await opens(app, third.access_token)).toBe(false)
    for (const token of [third.refresh_token, second.refresh_token, refresh_token]) await refused(token)
    expect(await opens(app, other.access_token)).toBe(true)
    const { rows } = await app.database.pool.query(
      "select organization_id from audit_entries where act = 'refresh_token.reused' order by organization_id",
    )
    expect(rows).toEqual([
      { organization_id: owner.organization.id },
      { organization_id: target.organization.id },
    ])
  })

  test('revokes the chain at once when the window is disabled, and nothing is stored', async () => {
    const strict = await startApp({ beside: app, oauthRefreshWindow: 0 })
    const { refresh_token } = await install(strict, client, target)
    const { body } = await refresh(strict, client, refresh_token)
    const { rows } = await app.database.pool.query(
      'select replacement from oauth_tokens order by id desc limit 2',
    )
    expect(rows).toEqual([{ replacement: null }, { replacement: null }])
    expect((await refresh(strict, client, refresh_token)).status).toBe(400)
    expect((await aboutToken(strict, 'introspect', client, body.refresh_token)).body).toEqual({
      active: false,
    })
    await strict.stop()
  })

  test('changes nothing when sent by another client or with a wrong secret', async () => {
    const stranger = await registerApp(app, owner)
    const { refresh_token } = await install(app, client, target)
    const { body } = await refresh(app, client, refresh_token)
    await later(61)
    const { client_id, client_secret } = stranger
    for (const token of [refresh_token, body.refresh_token]) {
      await refused(token, 'invalid_grant', { client_id, client_secret })
      const wrong = () => refresh(app, client, token, { client_secret: 'wrong' })
      await expectRefused(app, wrong, 401, 'invalid_client')
    }
    expect((await refresh(app, client, body.refresh_token)).status).toBe(200)
  })

  test('returns one pair to 50 concurrent requests', async () => {
    const beside = await startApp({ beside: app })
    const { refresh_token } = await install(app, client, target)
    const before = await countOf(app, 'oauth_tokens')
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => refresh(index % 2 ? app : beside, client, refresh_token)),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(await countOf(app, 'oauth_tokens')).toBe(before + 1)
    expect(await opens(beside, answers[0]?.body.access_token ?? '')).toBe(true)
    await beside.stop()
  })
})
