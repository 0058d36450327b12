import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Delivery } from '../../src/delivery/worker.ts'
import { enterConsole, useBrowser, type WatchedPage } from '../support/browser.ts'
import { startReceiver, type Receiver } from '../support/clients/receiver.ts'
import { givePassword } from '../support/clients/sessions.ts'
import { deliver } from '../support/delivery.ts'
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

beforeAll(async () => {
  await givePassword(app, [tenant.admin])
  receiver = await startReceiver()
  worker = deliver(app, { webhookRetrySchedule: [], webhookTimeout: 60_000 })
  opened = await browser.open({ viewport: { width: 1360, height: 1000 } })
  page = opened.page
  const path = `console/${tenant.organization.slug}/developers/webhooks/new`
  await enterConsole(page, `${app.url}/${path}`, tenant.admin)
})
afterAll(async () => {
  await worker.stop()
  await receiver.close()
})

const click = (name: string) => page.getByRole('button', { name, exact: true }).click()

test('a private address that is refused comes with the ways to receive events there', async () => {
  await page.getByLabel('URL').fill('http://192.0.2.1/in')
  await click('Create webhook')
  await page.getByText('Must be an https URL').waitFor()
  expect(await page.getByText('npm run cli -- listen').count()).toBe(0)
  await page.getByLabel('URL').fill('http://192.168.7.7:3000/in')
  await click('Create webhook')
  const { slug } = tenant.organization
  await page
    .getByText(`npm run cli -- listen --org ${slug} --forward-to http://192.168.7.7:3000/in`)
    .waitFor()
  await page.getByText('WEBHOOK_ALLOWED_HOSTS=192.168.7.7').waitFor()
  expect(await faultsInThemes(page)).toEqual([])
})

test('an own document is refused at its line, previewed beside the built-in body, and delivered', async () => {
  await page.getByLabel('URL').fill(`${receiver.url}/in`)
  await page.getByRole('checkbox', { name: 'Posts', exact: true }).check()
  await click('Create webhook')
  await page.getByRole('link', { name: 'Open the webhook' }).click()
  await page.getByRole('link', { name: 'Document' }).click()
  await page.getByRole('radio', { name: 'Own document' }).check()
  // The page previews the first event that arrives.
  await createPost(app, tenant, 'Three')
  const text = page.getByLabel('Subscription')
  await text.fill('subscription {\n  events {\n    wrong\n  }\n}')
  await page.getByRole('alert').filter({ hasText: 'Line 3 Cannot query field "wrong"' }).waitFor()
  expect(await page.getByRole('button', { name: 'Save changes' }).isDisabled()).toBe(true)
  await click('Line 3')
  expect(await page.evaluate('getSelection().toString()')).toBe('    wrong')
  expect(await faultsInThemes(page)).toEqual([])
  await text.fill('subscription { events { ... on PostEvent { snapshot { title } } } }')
  await page.getByRole('region', { name: 'Body with this document' }).getByText('"Three"').waitFor()
  await page.getByRole('region', { name: 'Built-in body' }).getByText('"post_created"').waitFor()
  await click('Save changes')
  await page.getByText('Saved').waitFor()
  const before = receiver.received.length
  await createPost(app, tenant, 'Short body')
  await receiver.until(before + 1)
  expect(receiver.received.at(-1)?.body).toEqual({ snapshot: { title: 'Short body' } })
  expect(opened.faults).toEqual([])
})
