import { Webhook } from 'standardwebhooks'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Delivery } from '../../src/delivery/worker.ts'
import { startReceiver, type Received, type Receiver } from '../support/clients/receiver.ts'
import { givePassword } from '../support/clients/sessions.ts'
import { deliver } from '../support/delivery.ts'
import { enterConsole, useBrowser, type WatchedPage } from '../support/browser.ts'
import { faultsInThemes } from '../support/faults-in-themes.ts'
import { createPost } from '../support/fixtures/webhooks.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp({ webhookAllowedHosts: ['127.0.0.1'] })
const tenant = useTenant(app)
const browser = useBrowser()
let worker: Delivery
let receiver: Receiver
let opened: WatchedPage
let page: Page
let secret: string

beforeAll(async () => {
  await givePassword(app, [tenant.admin])
  receiver = await startReceiver()
  worker = deliver(app, { webhookRetrySchedule: [], webhookTimeout: 60_000 })
  opened = await browser.open({ viewport: { width: 1360, height: 1000 } })
  page = opened.page
  await enterConsole(page, address('developers/webhooks'), tenant.admin)
})
afterAll(async () => {
  await worker.stop()
  await receiver.close()
})

const address = (path: string) => `${app.url}/console/${tenant.organization.slug}/${path}`
const rows = () => page.getByRole('list', { name: 'Deliveries' }).getByRole('listitem')
const row = (text: RegExp) => rows().filter({ hasText: text })
const detail = () => page.getByRole('region', { name: 'Delivery' })
const click = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()
const answerWith = (status: number, body: string) =>
  receiver.answer('/in', (response) => response.writeHead(status).end(body))
const last = () => receiver.received.at(-1) as Received
const signatureShown = () => detail().getByText(String(last().headers['webhook-signature'])).waitFor()
const verifies = (message: Received, by: string) =>
  new Webhook(by).verify(message.text, message.headers as Record<string, string>)

test('a webhook is created, and its secret is shown once with the line that verifies it', async () => {
  await page.getByRole('heading', { name: 'No webhooks yet' }).waitFor()
  await page.getByRole('link', { name: 'New webhook' }).first().click()
  await page.getByLabel('URL').fill('http://192.0.2.1/in')
  await page.getByLabel('Name').fill('Zapier')
  await page.getByRole('checkbox', { name: 'Posts', exact: true }).check()
  await click('Create webhook')
  await page.getByText(/must be an https URL|public host|is not allowed/i).waitFor()
  await page.getByLabel('URL').fill(`${receiver.url}/in`)
  expect(await faultsInThemes(page)).toEqual([])
  await click('Create webhook')
  secret = (await page.getByLabel('the signing secret', { exact: true }).innerText()).trim()
  expect(secret).toMatch(/^whsec_/)
  await page.getByText('new Webhook(process.env.WEBHOOK_SECRET)').waitFor()
  await page.getByRole('link', { name: 'Open the webhook' }).click()
  await page.getByRole('heading', { name: 'Zapier' }).waitFor()
  await page.reload()
  await page.getByText('Healthy').waitFor()
  expect(await page.content()).not.toContain(secret)
})

test('a test event opens its delivery, with the request as it was received', async () => {
  await click('Send test event')
  await detail().getByRole('heading', { name: 'Webhook tested' }).waitFor()
  await row(/Delivered.*200/s).waitFor()
  expect(page.url()).toMatch(/[?]delivery=dlv_\d+$/)
  await signatureShown()
  expect(verifies(last(), secret)).toBeTruthy()
})

test('an answer that is older than the attempt is read again', async () => {
  let finish = () => {}
  receiver.answer('/in', (response) => void (finish = () => response.end('finished')))
  const answered = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  await page.route('**/graphql', async (route) => {
    if (!route.request().postData()?.includes('query Delivery(')) return route.fallback()
    const response = await route.fetch()
    answered.resolve()
    await held.promise
    return route.fulfill({ response })
  })
  const before = receiver.received.length
  await click('Send test event')
  await receiver.until(before + 1)
  expect(receiver.received).toHaveLength(before + 1)
  await answered.promise
  finish()
  const second = row(/Delivered.*200/s).nth(1)
  await second.waitFor()
  held.resolve()
  await signatureShown()
  await page.unrouteAll({ behavior: 'wait' })
  answerWith(200, '')
})

test('a failed delivery arrives by itself, is found by its state, shows why, and is sent again', async () => {
  answerWith(503, '{"reason":"down for maintenance"}')
  await createPost(app, tenant, 'Dark mode')
  await row(/Failed.*New post.*503/s).waitFor()
  await page.getByLabel('State').selectOption('FAILED')
  await page.waitForURL(/state=FAILED/)
  await expect.poll(() => rows().count()).toBe(1)
  await page.reload()
  const opening = row(/New post/).getByRole('link')
  await opening.click()
  await detail().getByText('down for maintenance').waitFor()
  expect(await faultsInThemes(page)).toEqual([])
  answerWith(200, 'thank you')
  await detail().getByRole('button', { name: 'Redeliver' }).click()
  await detail().getByText('thank you').waitFor()
  await expect.poll(() => rows().count()).toBe(0)
  await detail().getByRole('link', { name: 'Tries 2' }).click()
  await expect
    .poll(() => detail().getByRole('list', { name: 'Tries' }).innerText())
    .toMatch(/Try 2.*200.*Try 1.*503/s)
})

test('a range is counted by a dry run before it is sent again', async () => {
  answerWith(500, '')
  for (const title of ['One', 'Two', 'Three']) await createPost(app, tenant, title)
  await expect.poll(() => rows().count()).toBe(3)
  const before = receiver.received.length
  answerWith(200, '')
  await click('Redeliver…')
  await page.getByText('3 deliveries are sent again, in the order of their events.').waitFor()
  expect(receiver.received).toHaveLength(before)
  await click('Redeliver 3')
  const sent = (await receiver.until(before + 3)).slice(before)
  expect(sent.map(({ body }) => body.data.title as string)).toEqual(['One', 'Two', 'Three'])
  await expect.poll(() => rows().count()).toBe(0)
})

test('after a rotation the receiver gets two signatures, and each secret finds its own', async () => {
  await page.locator('summary', { hasText: 'More actions' }).click()
  for (const name of ['Replace the secret…', 'Replace the secret']) await click(name)
  const next = (await page.getByLabel('the signing secret', { exact: true }).innerText()).trim()
  expect(next).not.toBe(secret)
  await page.getByText(/The old secret also signs until/).waitFor()
  await click('Done')
  await page.getByText('Signed with two secrets, the old one ends').waitFor()
  const before = receiver.received.length
  await click('Send test event')
  await receiver.until(before + 1)
  expect(String(last().headers['webhook-signature']).split(' ')).toHaveLength(2)
  for (const one of [secret, next]) expect(verifies(last(), one)).toBeTruthy()
  // The message may arrive before the page leaves the delivery that was open.
  await signatureShown()
  await detail().getByRole('link', { name: 'Verify' }).click()
  for (const [value, text] of [
    [secret, /matches signature [12] of 2/],
    [next, /matches signature [12] of 2/],
    ['whsec_b3RoZXI=', /matches no signature/],
  ] as const) {
    await detail().getByLabel('Signing secret').fill(value)
    await detail().getByText(text).waitFor()
  }
})

test('a receiver that is gone disables the webhook, and the page shows it by itself', async () => {
  await page.getByRole('link', { name: 'Deliveries', exact: true }).click()
  answerWith(410, '')
  await createPost(app, tenant, 'Too late')
  await page.getByText('Disabled', { exact: true }).waitFor()
  await page.getByText('The receiver answered 410: it is gone').first().waitFor()
  expect(await page.getByRole('button', { name: 'Enable' }).count()).toBe(1)
  await createPost(app, tenant, 'Held back')
  await row(/Held.*New post/s).waitFor()
})

test('the list of all deliveries finds an event, and deleting needs the name', async () => {
  await page.goto(address('developers/webhooks'))
  await page.getByText('Disabled').waitFor()
  expect(await faultsInThemes(page)).toEqual([])
  await page.getByRole('link', { name: 'All deliveries' }).click()
  await row(/Held/).waitFor()
  const eventId = last().headers['webhook-id'] as string
  await page.getByLabel(/^Find/).fill(eventId)
  await page.keyboard.press('Enter')
  await expect.poll(() => rows().count()).toBe(1)
  await row(new RegExp(eventId)).getByRole('link').click()
  await detail().getByText('410').first().waitFor()
  for (let times = 0; times < 2; times++) await page.goBack()
  await expect.poll(() => rows().count()).toBeGreaterThan(5)
  await page.goto(address('developers/webhooks'))
  await page.getByRole('link', { name: 'Zapier' }).click()
  await page.locator('summary', { hasText: 'More actions' }).click()
  await click('Delete…')
  expect(await page.getByRole('button', { name: 'Delete webhook' }).isDisabled()).toBe(true)
  await page.getByLabel(/Type Zapier/).fill('Zapier')
  await click('Delete webhook')
  await page.getByRole('heading', { name: 'No webhooks yet' }).waitFor()
  expect(opened.faults).toEqual([])
})
