import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { givePassword } from '../support/clients/sessions.ts'
import { run } from '../support/clients/operations.ts'
import { enterConsole, useBrowser, type WatchedPage } from '../support/browser.ts'
import { faultsInThemes } from '../support/faults-in-themes.ts'
import { useApp, useTenant } from '../support/use.ts'

const VALUE = 'key-of-the-gateway'
const ADDRESS = 'https://hooks.example.com/in'

const app = useApp()
const tenant = useTenant(app)
const browser = useBrowser()
let opened: WatchedPage
let page: Page

beforeAll(async () => {
  await givePassword(app, [tenant.admin])
  opened = await browser.open({ viewport: { width: 1360, height: 1000 } })
  page = opened.page
  await enterConsole(
    page,
    `${app.url}/console/${tenant.organization.slug}/developers/webhooks/new`,
    tenant.admin,
  )
})

const click = (name: string) => page.getByRole('button', { name, exact: true }).click()
const header = (name: string) => page.getByRole('group', { name: `Header ${name}`, exact: true })
const stored = () => page.getByRole('list', { name: 'Stored headers' }).getByRole('listitem').allInnerTexts()
const webhooks = async () =>
  (await run(app, tenant.admin.session, '{ webhooks { nodes { name url headerNames } } }')).webhooks.nodes
const save = async () => {
  await click('Save changes')
  await page.getByText('Saved', { exact: true }).first().waitFor()
  await page.reload()
}

/** Enters a header in the row that was added last. */
async function addHeader(name: string, value: string) {
  await click('Add header')
  await page.getByLabel('Header name').last().fill(name)
  await page.getByLabel('Value').last().fill(value)
}

test('a webhook is created with headers, and what the API refuses is said at its row', async () => {
  await page.getByLabel('URL').fill(ADDRESS)
  await page.getByLabel('Name', { exact: true }).fill('Gateway')
  await addHeader('X-Gateway-Key', VALUE)
  await addHeader('Webhook-Signature', 'v1,x')
  await click('Add Basic credentials')
  await page.getByLabel('User name').fill('a:b')
  await page.getByLabel('Password').fill('secret of Basic')
  expect(await page.getByLabel('Value').last().getAttribute('type')).toBe('password')
  await click('Create webhook')
  await page.getByText('Must have a user name without colon, and no control characters').waitFor()
  await page.getByLabel('User name').fill('echolog')
  await click('Create webhook')
  await header('Webhook-Signature')
    .getByText(/"Webhook-Signature", which the service sets itself/)
    .waitFor()
  expect(await header('X-Gateway-Key').getByRole('alert').count()).toBe(0)
  expect(await faultsInThemes(page)).toEqual([])
  await click('Remove the header Webhook-Signature')
  await click('Create webhook')
  await page.getByRole('link', { name: 'Open the webhook' }).click()
  expect(await webhooks()).toEqual([
    { name: 'Gateway', url: ADDRESS, headerNames: ['authorization', 'x-gateway-key'] },
  ])
})

test('stored headers are shown by name, and stay until they are replaced or removed', async () => {
  await page
    .getByRole('navigation', { name: 'Parts of the webhook' })
    .getByRole('link', { name: 'Settings' })
    .click()
  await expect.poll(stored).toEqual(['authorization', 'x-gateway-key'])
  expect(await page.content()).not.toContain(VALUE)
  await page.getByLabel('Name', { exact: true }).fill('Renamed')
  await save()
  await expect.poll(stored).toEqual(['authorization', 'x-gateway-key'])
  expect((await webhooks())[0].name).toBe('Renamed')

  await page.getByRole('textbox', { name: 'URL' }).fill('https://elsewhere.example.com/in')
  await click('Save changes')
  await page.getByText('Must be sent again for a URL of another origin').waitFor()
  await page.getByRole('radio', { name: 'Replace all' }).check()
  await page.getByLabel('Header name').fill('X-Other')
  await page.getByLabel('Value').fill('other')
  // The fixed head covers half of a tab where the page is scrolled.
  await page.evaluate('scrollTo(0, 0)')
  expect(await faultsInThemes(page)).toEqual([])
  await save()
  await expect.poll(stored).toEqual(['x-other'])

  await page.getByRole('radio', { name: 'Remove all' }).check()
  await save()
  await page.getByRole('button', { name: 'Add header' }).waitFor()
  expect((await webhooks())[0].headerNames).toEqual([])
  expect(opened.faults).toEqual([])
})
