import { beforeAll, expect, test } from 'vitest'
import { enterConsole, useBrowser } from '../support/browser.ts'
import { PageVisitor } from '../support/clients/page-visitor.ts'
import { givePassword, PASSWORD } from '../support/clients/sessions.ts'
import { keepDelays } from '../support/faults/kept-delays.ts'
import { useApp, useTenant } from '../support/use.ts'

const NEXT = 'another good passphrase'
const app = useApp()
const tenant = useTenant(app)
const browser = useBrowser()
const address = () => `${app.url}/console/${tenant.organization.slug}/settings/account`

beforeAll(() => givePassword(app, [tenant.admin]))

test('a session that is ended on another page is over there at once', async () => {
  const here = await browser.open()
  await enterConsole(here.page, address(), tenant.admin)
  const there = await browser.open()
  await enterConsole(there.page, address(), tenant.admin)
  await there.page.getByText('Live', { exact: true }).waitFor()
  await here.page.reload()
  await here.page.getByRole('button', { name: /^End the session/ }).click()
  await there.page.getByText('You are signed out').waitFor()
  await expect.poll(() => here.page.getByRole('button', { name: /^End the session/ }).count()).toBe(0)
  expect(here.faults).toEqual([])
})

test('the password changes, and this browser stays signed in', async () => {
  const elsewhere = new PageVisitor(app)
  await elsewhere.signIn(tenant.admin.email, PASSWORD)
  const { page } = await browser.open()
  await enterConsole(page, address(), tenant.admin)
  const change = async (current: string) => {
    await page.getByLabel('Current password').fill(current)
    await page.getByLabel('New password').fill(NEXT)
    await page.getByRole('button', { name: 'Change password' }).click()
  }
  await change('wrong')
  await page.getByText('This is not your current password').waitFor()
  await change(PASSWORD)
  await page.getByText('The password is changed').waitFor()
  await page.getByText('Live', { exact: true }).waitFor()
  expect((await elsewhere.open('/sign-in')).text).toContain('type="password"')
})

test('wrong passwords meet the throttle, in words', async () => {
  await keepDelays(app)
  const { page } = await browser.open()
  await page.goto(`${app.url}/sign-in`)
  for (let times = 0; times < 8; times++) {
    if (await page.getByText('Too many sign-in attempts').isVisible()) break
    await page.getByLabel(/e-?mail/i).fill(`stranger@${tenant.organization.slug}.example`)
    await page.getByLabel(/password/i).fill('wrong')
    // The page before may have an alert as well.
    const navigated = page.waitForEvent('framenavigated')
    await page.getByRole('button', { name: /sign in/i }).click()
    await navigated
    await page.getByRole('alert').waitFor()
  }
  await expect
    .poll(() => page.getByRole('alert').innerText())
    .toMatch(/Too many sign-in attempts. Try again in \d+ second/)
})
