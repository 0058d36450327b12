import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { consent, exchange, newCode, opens, registerApp, type ClientApp } from '../support/clients/oauth.ts'
import { expectRefused } from '../support/contract/refusals.ts'
import { createTenant } from '../support/fixtures/scenario.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const target = useTenant(app)
let client: ClientApp

beforeAll(async () => {
  client = await registerApp(app, await createTenant(app))
})

/** The example of RFC 7636, appendix B. */
const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'
const S256 = { code_challenge: CHALLENGE, code_challenge_method: 'S256' }
const toCodeChallenge = (verifier: string) => createHash('sha256').update(verifier).digest('base64url')

test('redeems the code with the verifier of its challenge', async () => {
  const code = await newCode(app, client, target, S256)
  expect((await exchange(app, client, code, { code_verifier: VERIFIER })).status).toBe(200)
})

test('accepts verifiers of every allowed length and character', async () => {
  for (const verifier of ['a'.repeat(43), 'Az09-._~'.repeat(16)]) {
    const code = await newCode(app, client, target, { ...S256, code_challenge: toCodeChallenge(verifier) })
    expect((await exchange(app, client, code, { code_verifier: verifier })).status).toBe(200)
  }
})

describe('rejects a code with a challenge, and keeps it valid for its verifier,', () => {
  test.each<[string, object]>([
    ['without a verifier', {}],
    ['by another verifier', { code_verifier: VERIFIER.replace('d', 'e') }],
    ['by the challenge', { code_verifier: CHALLENGE }],
    ['by a blank verifier', { code_verifier: '' }],
    ['by a longer verifier', { code_verifier: `${VERIFIER} ` }],
  ])('%s', async (_name, fields) => {
    const code = await newCode(app, client, target, S256)
    await expectRefused(app, () => exchange(app, client, code, fields), 400, 'invalid_grant')
    expect((await exchange(app, client, code, { code_verifier: VERIFIER })).status).toBe(200)
  })

  test.each(['short', 'a'.repeat(42), 'a'.repeat(129), `${'a'.repeat(42)}+`, 'ä'.repeat(43)])(
    'for a verifier that RFC 7636 does not allow: %s',
    async (verifier) => {
      const code = await newCode(app, client, target, { ...S256, code_challenge: toCodeChallenge(verifier) })
      const call = () => exchange(app, client, code, { code_verifier: verifier })
      await expectRefused(app, call, 400, 'invalid_grant')
    },
  )
})

test('rejects a verifier for a code without a challenge, as the challenge may have been removed', async () => {
  const code = await newCode(app, client, target)
  const call = () => exchange(app, client, code, { code_verifier: VERIFIER })
  await expectRefused(app, call, 400, 'invalid_grant')
  expect((await exchange(app, client, code)).status).toBe(200)
})

test('a replay revokes the issued tokens only with the verifier', async () => {
  const code = await newCode(app, client, target, S256)
  const { body } = await exchange(app, client, code, { code_verifier: VERIFIER })
  await expectRefused(app, () => exchange(app, client, code), 400, 'invalid_grant')
  expect(await opens(app, body.access_token)).toBe(true)
  expect((await exchange(app, client, code, { code_verifier: VERIFIER })).status).toBe(400)
  expect(await opens(app, body.access_token)).toBe(false)
})

test.each<[string, object]>([
  ['the method plain', { code_challenge: VERIFIER, code_challenge_method: 'plain' }],
  ['no method, which means plain', { code_challenge: CHALLENGE }],
  ['an unknown method', { ...S256, code_challenge_method: 's256' }],
  ['a method alone', { code_challenge_method: 'S256' }],
  ['a short challenge', { ...S256, code_challenge: CHALLENGE.slice(1) }],
  ['a long challenge', { ...S256, code_challenge: 'a'.repeat(129) }],
  ['a padded challenge', { ...S256, code_challenge: `${CHALLENGE}=` }],
  ['a blank challenge', { ...S256, code_challenge: '' }],
])('rejects consent for %s', async (_name, fields) => {
  await expectRefused(app, () => consent(app, client, target, fields), 400, 'invalid_request')
})
