import { createHash } from 'node:crypto'
import type { Area } from '../../support/recording/world.ts'

const REDIRECT = 'http://127.0.0.1/callback'
const LISTENING = 'http://127.0.0.1:41223/callback'
const VERIFIER = 'a-verifier-of-at-least-forty-three-characters-0123'
const CHALLENGE = {
  code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
  code_challenge_method: 'S256',
}

/** Registration, consent and tokens of a public client. */
export const oauthClients: Area = {
  name: 'oauth-clients',
  async play({ send, stranger }) {
    const register = 'POST /oauth/register'
    await send('none', register, { redirect_uris: ['http://app.example/callback'] })
    await send('none', register, { client_name: 7, redirect_uris: [REDIRECT] })
    await send('none', register, {})
    const { client_id } = await send('none', register, { client_name: 'Agent', redirect_uris: [REDIRECT] })
    const client = { client_id, redirect_uri: LISTENING }
    const ask = (fields: object) =>
      `GET /oauth/authorize?${new URLSearchParams({ ...client, ...fields }).toString()}`
    await send('stranger', ask({}))
    await send('stranger', ask({ ...CHALLENGE, scope: 'posts:read member:write', state: 'x' }))
    const agree = { ...client, ...CHALLENGE, target_organization_id: stranger.organization.id }
    await send('member', 'POST /oauth/authorize/consent', agree)
    const { redirect_to } = await send('stranger', 'POST /oauth/authorize/consent', agree)
    const code = new URL(String(redirect_to)).searchParams.get('code')
    const exchange = { grant_type: 'authorization_code', ...client, code, code_verifier: VERIFIER }
    await send('none', 'POST /oauth/token', { ...exchange, client_secret: 'fosec_x' })
    await send('none', 'POST /oauth/token', { ...exchange, resource: 'https://elsewhere.example/mcp' })
    const { access_token } = await send('none', 'POST /oauth/token', exchange)
    await send('none', 'POST /oauth/introspect', { client_id, token: access_token })
    await send('none', 'POST /oauth/revoke', { client_id, token: access_token })
  },
}
