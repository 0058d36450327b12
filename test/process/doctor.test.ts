import { expect, test } from 'vitest'
import { table } from '../../src/cli/print.ts'
import { readConfig } from '../../src/config.ts'
import { diagnose } from '../../src/server/lifecycle/doctor.ts'
import { startMailServer } from '../support/mail-server.ts'
import { startOpenIdProvider } from '../support/openid-provider.ts'
import { useApp } from '../support/use.ts'

const app = useApp()
const database = () => ({ DATABASE_URL: app.database.url, SECRET_KEY: app.secretKey.toString('base64') })

test('the doctor reads the description of the provider of accounts, and names one that cannot be reached', async () => {
  const provider = await startOpenIdProvider()
  const { issuer, client } = provider
  const env = {
    ...database(),
    ...{ OIDC_ISSUER: issuer, OIDC_CLIENT_ID: client.id, OIDC_CLIENT_SECRET: client.secret },
    WEBHOOK_ALLOWED_HOSTS: '127.0.0.1',
  }
  const check = async () => (await diagnose(readConfig(env))).checks.find(({ name }) => name === 'sign-in')
  expect(await check()).toMatchObject({ ok: true, detail: `with passwords and ${issuer}` })
  await provider.stop()
  expect(await check()).toMatchObject({ ok: false, detail: expect.stringContaining(issuer) as unknown })
})

test('the doctor warns a public server without mail, and names a mail server without STARTTLS', async () => {
  const check = async (env: object) => {
    const { healthy, checks } = await diagnose(readConfig({ ...database(), ...env }))
    return { healthy, mail: checks.find(({ name }) => name === 'mail') }
  }
  expect(await check({})).toMatchObject({ healthy: true, mail: { ok: true } })
  const warned = await check({ PUBLIC_URL: 'https://feedback.acme.example' })
  expect(warned).toMatchObject({ healthy: true, mail: { ok: null } })
  expect(table([warned.mail], '')).toMatch(/^! {2}mail .*SMTP_URL/)
  const server = await startMailServer({ disabledCommands: ['STARTTLS'] })
  try {
    const mail = { SMTP_URL: `smtp://127.0.0.1:${server.settings.port}`, MAIL_FROM: 'feedback@acme.example' }
    const refused = await check({ ...mail, SMTP_TLS: 'required' })
    expect(refused).toMatchObject({ healthy: false, mail: { ok: false } })
    expect(refused.mail?.detail).toContain('127.0.0.1 offers no STARTTLS')
    expect(await check({ ...mail, SMTP_TLS: 'opportunistic' })).toMatchObject({ healthy: true })
  } finally {
    await server.stop()
  }
})
