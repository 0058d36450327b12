import { expect, test } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { diagnose } from '../../src/server/lifecycle/doctor.ts'
import { startOpenIdProvider } from '../support/openid-provider.ts'
import { useApp } from '../support/use.ts'

const app = useApp()

test('the doctor reads the description of the provider of accounts, and names one that cannot be reached', async () => {
  const provider = await startOpenIdProvider()
  const { issuer, client } = provider
  const env = {
    ...{ DATABASE_URL: app.database.url, SECRET_KEY: app.secretKey.toString('base64') },
    ...{ OIDC_ISSUER: issuer, OIDC_CLIENT_ID: client.id, OIDC_CLIENT_SECRET: client.secret },
    WEBHOOK_ALLOWED_HOSTS: '127.0.0.1',
  }
  const check = async () => (await diagnose(readConfig(env))).checks.find(({ name }) => name === 'sign-in')
  expect(await check()).toMatchObject({ ok: true, detail: `with passwords and ${issuer}` })
  await provider.stop()
  expect(await check()).toMatchObject({ ok: false, detail: expect.stringContaining(issuer) as unknown })
})
