import { expect, onTestFinished, test } from 'vitest'
import { startApp } from '../support/app.ts'
import { enterConsole, OWN_HOST, useBrowser } from '../support/browser.ts'
import { startReceiver } from '../support/clients/receiver.ts'
import { givePassword } from '../support/clients/sessions.ts'
import { deliver } from '../support/delivery.ts'
import { openPortal } from '../support/fixtures/portal.ts'
import { createPost, createWebhook } from '../support/fixtures/webhooks.ts'
import { startFront } from '../support/front.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp({ webhookAllowedHosts: ['127.0.0.1'] })
const tenant = useTenant(app)
const browser = useBrowser()

/** Starts the service at an address that browsers do not trust, as that of a machine without https. */
async function startPlain(): Promise<string> {
  const front = await startFront()
  onTestFinished(() => front.close())
  const url = `http://${OWN_HOST}:${new URL(front.url).port}`
  const beside = await startApp({ beside: app, publicUrl: url })
  onTestFinished(() => beside.stop())
  front.switchTo(beside.url)
  return url
}

test('over plain HTTP, where browsers compute no signature, a delivery says so', async () => {
  const receiver = await startReceiver()
  onTestFinished(() => receiver.close())
  const worker = deliver(app)
  onTestFinished(() => worker.stop())
  await givePassword(app, [tenant.admin])
  await createWebhook(app, tenant, { url: `${receiver.url}/in` })
  await createPost(app, tenant, 'Dark mode')
  const { page } = await browser.open()
  const address = `${await startPlain()}/console/${tenant.organization.slug}/developers/webhooks/deliveries`
  await enterConsole(page, address, tenant.admin)
  await page.getByRole('list', { name: 'Deliveries' }).getByRole('link').first().click()
  await page.getByRole('link', { name: 'Verify' }).click()
  await page.getByText(/^Browsers compute signatures on pages with https alone/).waitFor()
  expect(await page.getByLabel('Signing secret').count()).toBe(0)
})

test('over plain HTTP, where a page has no locks, two first votes at once make one visitor', async () => {
  await openPortal(app, tenant, { anonymousVotes: true })
  for (const title of ['Calendar', 'Voice notes']) await createPost(app, tenant, title)
  const { page } = await browser.open()
  await page.goto(`${await startPlain()}/@${tenant.organization.slug}`)
  const votes = page.locator('echolog-vote button')
  await votes.nth(1).waitFor()
  await page.evaluate(() => {
    for (const button of document.querySelectorAll<HTMLElement>('echolog-vote button')) button.click()
  })
  const count = await votes.count()
  await expect.poll(() => page.locator('echolog-vote button[aria-pressed=true]').count()).toBe(count)
  expect((await app.database.pool.query('select from visitors')).rowCount).toBe(1)
})
