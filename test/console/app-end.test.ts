import { beforeAll, expect, test } from 'vitest'
import { enterConsole, useBrowser, type WatchedPage } from '../support/browser.ts'
import { givePassword } from '../support/clients/sessions.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)
const browser = useBrowser()
const NAME = 'Bridge'
let desk: WatchedPage
let clientId: string
let secret: string

beforeAll(async () => {
  await givePassword(app, [tenant.admin])
  desk = await browser.open({ viewport: { width: 1360, height: 900 } })
  const { page } = desk
  await enterConsole(page, `${app.url}/console/${tenant.organization.slug}/developers/apps/new`, tenant.admin)
  await page.getByRole('textbox', { name: 'Name' }).fill(NAME)
  await page.getByLabel('Redirect URIs').fill('https://bridge.example/callback')
  await page.getByLabel('posts:read').check()
  await page.getByRole('button', { name: 'Register app' }).click()
  secret = await page.getByLabel('Client secret', { exact: true }).innerText()
  clientId = await page.getByText(/^foapp_/).innerText()
  await page.getByRole('link', { name: 'Open the app' }).click()
  await page.getByRole('heading', { name: 'Suspend and delete' }).waitFor()
})

/** Asks for a token with a code that does not exist. Returns the error: of the client, or of the code. */
async function errorOfToken(clientSecret: string): Promise<unknown> {
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    code: 'fooc_none',
    redirect_uri: 'https://bridge.example/callback',
    client_id: clientId,
    client_secret: clientSecret,
  })
  const answer = await fetch(`${app.url}/oauth/token`, { method: 'POST', body })
  return ((await answer.json()) as { error?: unknown }).error
}

const click = (name: string) => desk.page.getByRole('button', { name, exact: true }).click()
const confirm = (name: string) =>
  desk.page.getByRole('dialog').getByRole('button', { name, exact: true }).click()

test('a rotated secret is shown once, and the one before is rejected', async () => {
  const { page, faults } = desk
  expect(await errorOfToken(secret)).toBe('invalid_grant')
  await click('Rotate client secret')
  await confirm('Rotate')
  const shown = page.getByLabel('Client secret', { exact: true })
  const next = await shown.innerText()
  expect(next).not.toBe(secret)
  expect(await errorOfToken(next)).toBe('invalid_grant')
  expect(await errorOfToken(secret)).toBe('invalid_client')
  await page.reload()
  await page.getByRole('heading', { name: 'Suspend and delete' }).waitFor()
  expect(await page.content()).not.toContain(next)
  expect(faults).toEqual([])
})

test('a suspended app cannot be connected until it is resumed', async () => {
  const { page, faults } = desk
  await click('Suspend')
  await confirm('Suspend')
  await page.getByText('A suspended app cannot be connected.').waitFor()
  expect(await page.getByRole('link', { name: 'Authorize' }).count()).toBe(0)
  await click('Resume')
  await page.getByText(`${NAME} is active again`).waitFor()
  await page.getByRole('link', { name: 'Authorize' }).waitFor()
  expect(faults).toEqual([])
})

test('an app is deleted under its name, and then leaves the list', async () => {
  const { page, faults } = desk
  await click('Delete')
  const dialog = page.getByRole('dialog')
  const remove = dialog.getByRole('button', { name: 'Delete', exact: true })
  expect(await remove.isDisabled()).toBe(true)
  await dialog.getByRole('textbox').fill(NAME)
  await remove.click()
  await page.getByText(`${NAME} is deleted`).waitFor()
  await page.waitForURL(/developers\/apps$/)
  await page.getByText('No apps yet').waitFor()
  expect(await errorOfToken(secret)).toBe('invalid_client')
  expect(faults).toEqual([])
})
