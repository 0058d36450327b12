import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Delivery } from '../../src/delivery/worker.ts'
import { keepNotifications, useBrowser, type WatchedPage } from '../support/browser.ts'
import { startReceiver, type Receiver } from '../support/clients/receiver.ts'
import { lastCodeMail } from '../support/clients/sign-in-codes.ts'
import { deliver } from '../support/delivery.ts'
import { openPortal } from '../support/fixtures/portal.ts'
import { createPost } from '../support/fixtures/webhooks.ts'
import { startForeignSite, type ForeignSite } from '../support/foreign-site.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp({ webhookAllowedHosts: ['127.0.0.1'] })
const tenant = useTenant(app, 'acme')
const browser = useBrowser()
const POSTS = 10
let person: WatchedPage
let visitor: WatchedPage
let receiver: Receiver
let site: ForeignSite
let worker: Delivery

beforeAll(async () => {
  await openPortal(app, tenant, { locales: ['EN', 'DE'] })
  for (let number = 1; number <= POSTS; number += 1) await createPost(app, tenant, `Idea ${number}`)
  receiver = await startReceiver()
  site = await startForeignSite()
  worker = deliver(app, { webhookRetrySchedule: [] })
  person = await browser.open({ viewport: { width: 1360, height: 900 } })
  visitor = await browser.open({ viewport: { width: 390, height: 844 }, locale: 'de' })
  await keepNotifications(person.page)
})
afterAll(async () => {
  await worker.stop()
  await receiver.close()
  await site.close()
})

const button = (name: string) => person.page.getByRole('button', { name, exact: true })
/** Follows a link of the console's navigation. */
const goTo = (name: string | RegExp) =>
  person.page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name }).click()

/** Presses keys one after the other. */
async function press(...keys: string[]) {
  for (const key of keys) await person.page.keyboard.press(key)
}

test('a person who knows the address alone finds the portal, signs in and reaches the console', async () => {
  const { page, faults } = person
  await page.goto(app.url)
  await page.waitForURL('**/@acme')
  await page.getByRole('link', { name: 'Sign in' }).click()
  await page.getByLabel('E-mail').fill(tenant.admin.email)
  await button('Send code').click()
  await page.getByLabel('Code from the mail').waitFor()
  await page.getByLabel('Code from the mail').fill((await lastCodeMail(app, tenant.admin.email))?.code ?? '')
  await button('Sign in').click()
  await page.waitForURL('**/@acme')
  await page.getByRole('link', { name: 'Console' }).click()
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  expect(faults).toEqual([])
})

test('ten posts are triaged by the keys that the list of keys names', async () => {
  const { page, faults } = person
  await goTo(/^Posts/)
  await page
    .locator('[data-post]')
    .nth(POSTS - 1)
    .waitFor()
  await press('?')
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  for (const text of ['Next post', 'Status']) await keys.getByText(text, { exact: true }).waitFor()
  await press('Escape')
  const choices = page.getByRole('listbox', { name: 'Status' })
  for (let count = 0; count < POSTS; count += 1) {
    await press('j', 's')
    await choices.waitFor()
    await press('p', 'Enter')
    await choices.waitFor({ state: 'hidden' })
  }
  const planned = page
    .getByRole('list', { name: 'Posts' })
    .getByRole('listitem')
    .filter({ hasText: 'Planned' })
  await expect.poll(() => planned.count()).toBe(POSTS)
  expect(faults).toEqual([])
})

test('a changelog entry and its translation are published, and visitors read them in their language', async () => {
  const { page, faults } = person
  const text = page.getByRole('textbox', { name: 'Text' })
  await goTo('Changelog')
  await button('New entry').first().click()
  await page.getByRole('dialog').getByLabel('Title').fill('Boards open faster')
  await press('Enter')
  await text.click()
  await page.keyboard.type('Ten times.')
  await button('Publish').click()
  await page.getByText('“Boards open faster” is published').waitFor()
  await button('Translate into German').click()
  await page.getByRole('region', { name: 'English, the original' }).waitFor()
  await page.getByLabel('Title').fill('Boards öffnen schneller')
  await text.click()
  await page.keyboard.type('Zehnmal.')
  await button('Publish').click()
  await page.getByText('“Boards öffnen schneller” is published').waitFor()
  await visitor.page.goto(`${app.url}/@acme/changelog`)
  await visitor.page.getByRole('heading', { name: 'Boards öffnen schneller' }).waitFor()
  expect(await visitor.page.getByRole('main').innerText()).toContain('Zehnmal.')
  await visitor.page.getByRole('main').getByRole('link', { name: 'English' }).click()
  await visitor.page.getByRole('heading', { name: 'Boards open faster' }).waitFor()
  expect(await visitor.page.getByText('Ten times.').count()).toBe(1)
  expect([...faults, ...visitor.faults]).toEqual([])
})

test('an app is registered and connected, and its own page receives the code', async () => {
  const { page, faults } = person
  await goTo('Apps')
  await page.getByRole('link', { name: 'Register app' }).first().click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Bridge')
  await page.getByLabel('Redirect URIs').fill(`${site.origin}/callback`)
  await page.getByLabel('posts:read').check()
  await button('Register app').click()
  await page.getByRole('link', { name: 'Open the app' }).click()
  await page.getByText('No organization has connected it yet.').waitFor()
  const opening = page.waitForEvent('popup')
  await page.getByRole('link', { name: 'Authorize' }).click()
  const consent = await opening
  await consent.getByRole('heading', { name: 'Connect Bridge?' }).waitFor()
  await consent.getByRole('button', { name: 'Allow' }).click()
  await consent.waitForURL(`${site.origin}/callback**`)
  expect(new URL(consent.url()).searchParams.get('code')).toMatch(/\w{20}/)
  await consent.close()
  expect(faults).toEqual([])
})

test('a webhook that fails is found on the dashboard with the reason, and delivers again after its repair', async () => {
  const { page, faults } = person
  receiver.answer('/in', (response) => response.writeHead(500).end('cannot read "title" of undefined'))
  await goTo('Dashboard')
  await page.getByRole('link', { name: 'New webhook' }).click()
  await page.getByLabel('URL').fill(`${receiver.url}/in`)
  await page.getByLabel('Name').fill('My receiver')
  await page.getByRole('checkbox', { name: 'Posts', exact: true }).check()
  await button('Create webhook').click()
  await page.getByRole('link', { name: 'Open the webhook' }).click()
  await createPost(app, tenant, 'Idea 11')
  await goTo('Dashboard')
  await page.getByText('Failing').first().waitFor()
  await page.getByRole('link', { name: 'My receiver' }).click()
  await page
    .getByRole('list', { name: 'Deliveries' })
    .getByRole('link', { name: /New post/ })
    .click()
  const delivery = page.getByRole('region', { name: 'Delivery' })
  await delivery.getByText('cannot read "title" of undefined').waitFor()
  receiver.answer('/in', (response) => response.end('thank you'))
  await delivery.getByRole('button', { name: 'Redeliver' }).click()
  await delivery.getByText('thank you').waitFor()
  await page.getByText('Healthy').waitFor()
  expect(receiver.received.map(({ body }) => body.data.title as string)).toEqual(['Idea 11', 'Idea 11'])
  expect(faults).toEqual([])
})
