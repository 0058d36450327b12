import { afterAll, beforeAll, expect, test } from 'vitest'
import { enterConsole, useBrowser } from '../support/browser.ts'
import { givePassword } from '../support/clients/sessions.ts'
import { openPortal } from '../support/fixtures/portal.ts'
import { startOpenIdProvider, type OpenIdProvider } from '../support/openid-provider.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp({ webhookAllowedHosts: ['127.0.0.1'] })
const tenant = useTenant(app)
const browser = useBrowser()
let provider: OpenIdProvider

beforeAll(async () => {
  provider = await startOpenIdProvider()
  await openPortal(app, tenant, { signUp: 'OPEN' })
  await givePassword(app, [tenant.admin])
})
afterAll(() => provider.stop())

test('an admin adds a provider, with which a person signs in to the portal, changes it and removes it', async () => {
  const { slug } = tenant.organization
  const { page, faults } = await browser.open()
  await enterConsole(page, `${app.url}/console/${slug}/settings/sso`, tenant.admin)
  await page.getByRole('button', { name: 'Add provider' }).click()
  const dialog = page.getByRole('dialog')
  expect(await dialog.getByLabel('Issuer').inputValue()).toBe('https://accounts.google.com')
  await dialog.getByText(`${app.url}/@${slug}/sign-in/callback`).waitFor()
  await dialog.getByRole('radio', { name: 'Microsoft' }).check()
  await dialog.getByLabel('Issuer').fill('https://login.microsoftonline.com/common/v2.0')
  await dialog.getByLabel('Client ID').fill(provider.client.id)
  await dialog.getByLabel('Client secret').fill(provider.client.secret)
  await dialog.getByRole('button', { name: 'Add provider' }).click()
  await dialog.getByText('Must name one tenant').waitFor()
  await dialog.getByLabel('Name').fill('Acme ID')
  await dialog.getByLabel('Issuer').fill(provider.issuer)
  await dialog.getByRole('button', { name: 'Add provider' }).click()
  const list = page.getByRole('list', { name: 'OpenID providers' })
  await list.getByText(provider.issuer).waitFor()

  const reader = await browser.open()
  await reader.page.goto(`${app.url}/sign-in?return_to=/@${slug}`)
  await reader.page.getByRole('link', { name: 'Continue with Acme ID' }).click()
  await reader.page.waitForURL(`${app.url}/@${slug}`)
  await reader.page.getByRole('link', { name: 'Ann' }).waitFor()

  await list.getByRole('button', { name: 'Edit Acme ID' }).click()
  await dialog.getByLabel('Name').fill('Berlin ID')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await list.getByText('Berlin ID').waitFor()
  await list.getByRole('button', { name: 'Delete Berlin ID' }).click()
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await list.waitFor({ state: 'detached' })
  expect([...faults, ...reader.faults]).toEqual([])
})
