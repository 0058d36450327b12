import { expect, test } from 'vitest'
import { enterConsole, useBrowser } from '../support/browser.ts'
import { run } from '../support/clients/operations.ts'
import { givePassword } from '../support/clients/sessions.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)
const browser = useBrowser()

test('an admin opens the organization to people of a domain, and sees an invalid domain', async () => {
  await givePassword(app, [tenant.admin])
  const { page, faults } = await browser.open({ viewport: { width: 390, height: 844 } })
  await enterConsole(page, `${app.url}/console/${tenant.organization.slug}/settings`, tenant.admin)
  const part = page.getByRole('form', { name: 'Joining' })
  expect(await part.getByLabel('Known people').isChecked()).toBe(true)
  await part.getByLabel('People of some domains').check()
  await part.getByLabel('Domains', { exact: true }).fill('example.com, no domain')
  await part.getByRole('button', { name: 'Save' }).click()
  await part.getByRole('alert').first().waitFor()
  await part.getByLabel('Domains', { exact: true }).fill('example.com, @Other.example')
  await part.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Joining: saved.').waitFor()
  const { organization } = await run(app, tenant.admin.session, '{ organization { signUp signUpDomains } }')
  expect(organization).toEqual({ signUp: 'DOMAINS', signUpDomains: ['example.com', 'other.example'] })
  expect(faults).toEqual([])
})
