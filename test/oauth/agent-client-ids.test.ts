import { describe, expect, test } from 'vitest'
import { fixedKeys } from '../../src/auth/keys.ts'
import { sealClient } from '../../src/modules/oauth/public-clients/dynamic-client.ts'
import {
  connectAgent,
  consentToAgent,
  newProof,
  powerOf,
  registerAgent,
  token,
} from '../support/clients/agents.ts'
import { expectRefused } from '../support/contract/refusals.ts'
import { startApp } from '../support/app.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const target = useTenant(app)

describe('a client id', () => {
  const challenge = () => newProof().challenge

  test('is unknown with any character changed, and in another spelling of its bytes', async () => {
    const agent = await registerAgent(app)
    const end = agent.client_id.at(-1) ?? ''
    const middle = Math.floor(agent.client_id.length / 2)
    const others = [
      agent.client_id.slice(0, -1) + (end === 'A' ? 'B' : 'A'),
      `${agent.client_id.slice(0, middle)}${agent.client_id[middle] === 'x' ? 'y' : 'x'}${agent.client_id.slice(middle + 1)}`,
      `${agent.client_id}=`,
      `${agent.client_id}A`,
      'fodyn_',
      'fodyn_AAAA',
    ]
    for (const client_id of others)
      await expectRefused(
        app,
        () => consentToAgent(app, { ...agent, client_id }, target, challenge()),
        400,
        'invalid_client',
      )
  })

  test('is unknown to another server', async () => {
    const other = await startApp()
    try {
      const agent = await registerAgent(other)
      await expectRefused(app, () => consentToAgent(app, agent, target, challenge()), 400, 'invalid_client')
    } finally {
      await other.stop()
    }
  })

  test('is valid for a year, also for refreshes', async () => {
    const redirectUris = ['https://agent.example/cb']
    const at = (days: number) => Date.now() - days * 24 * 3_600_000
    const seal = (days: number) =>
      sealClient(app.services.keys.encryption, { name: 'Agent', redirectUris, at: at(days) })
    const young = { client_id: seal(364), redirect_uri: 'https://agent.example/cb' }
    const { refresh_token } = await connectAgent(app, young, target)
    const old = { ...young, client_id: seal(366) }
    await expectRefused(app, () => consentToAgent(app, old, target, challenge()), 400, 'invalid_client')
    await app.database.pool.query('update oauth_apps set client_id = $2 where client_id = $1', [
      young.client_id,
      old.client_id,
    ])
    const refreshed = () =>
      token(app, { grant_type: 'refresh_token', client_id: old.client_id, refresh_token })
    await expectRefused(app, refreshed, 401, 'invalid_client')
  })

  test('stays valid under the key before a rotation, and is unknown once that key is lost', async () => {
    const agent = await registerAgent(app)
    const { refresh_token } = await connectAgent(app, agent, target)
    const refreshAt = (where: typeof app) =>
      token(where, { grant_type: 'refresh_token', client_id: agent.client_id, refresh_token })
    const lost = await startApp({ beside: { ...app, secretKey: Buffer.alloc(32, 7) } })
    const rotated = await startApp({
      beside: { ...app, secretKey: fixedKeys([Buffer.alloc(32, 7), app.secretKey]) as never },
    })
    try {
      const query =
        'query ($request: AuthorizationRequestInput!) { consentApp(request: $request) { kind name } }'
      const {
        verifier: _,
        challenge: { code_challenge: codeChallenge },
      } = newProof()
      const request = {
        clientId: agent.client_id,
        redirectUri: agent.redirect_uri,
        codeChallenge,
        codeChallengeMethod: 'S256',
      }
      const { body } = await lost.graphql(query, { request })
      expect(body.errors[0].extensions.oauthError).toBe('INVALID_CLIENT')
      expect((await refreshAt(lost)).body).toMatchObject({ error: 'invalid_client', status: 401 })
      expect((await rotated.graphql(query, { request })).body.data).toEqual({
        consentApp: { kind: 'DYNAMIC', name: 'Agent' },
      })
      const { access_token } = (await refreshAt(rotated)).body
      expect(await powerOf(rotated, access_token)).not.toBeNull()
    } finally {
      await lost.stop()
      await rotated.stop()
    }
  })
})
