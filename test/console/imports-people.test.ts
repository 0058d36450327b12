import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { enterConsole, useBrowser, violationsOf, WIDTHS, type WatchedPage } from '../support/browser.ts'
import { run } from '../support/clients/operations.ts'
import { givePassword } from '../support/clients/sessions.ts'
import { startTransferWorkers } from '../support/fixtures/transfers.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)
const browser = useBrowser()
let watched: WatchedPage
let stopWorkers: () => Promise<void>
const address = (path: string) => `${app.url}/console/${tenant.organization.slug}${path}`
const sample = (path: string) => fileURLToPath(new URL(`../moving/samples/${path}`, import.meta.url))

beforeAll(async () => {
  await givePassword(app, [tenant.admin])
  stopWorkers = startTransferWorkers(app)
  watched = await browser.open({ viewport: { width: 1360, height: 900 }, acceptDownloads: true })
})
afterAll(() => stopWorkers())

test('people without an address are given to customers, and the addresses are downloaded', async () => {
  const { page } = watched
  await enterConsole(page, address('/imports'), tenant.admin)
  const customer =
    'mutation { createCustomer(input: { email: "grace@hopper.example", name: "Grace H" }) { customer { id } } }'
  await run(app, tenant.admin.session, customer)
  await page.goto(address('/imports/new'))
  await page.getByRole('radio', { name: 'Fider' }).check()
  const text = readFileSync(sample('fider/posts.csv'), 'utf8')
    .replaceAll('Ada Byron', 'Grace Hopper')
    .replaceAll('Nora Lind', 'Linus Pauling')
  const file = { name: 'posts.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
  await page.getByLabel('File', { exact: true }).setInputFiles(file)
  await page.getByRole('button', { name: 'Read and plan' }).click()
  await page.getByRole('button', { name: 'Start import' }).click()
  await page.getByText('The import is done.').waitFor()
  const people = page.getByRole('region', { name: 'People without e-mail' })
  await people.getByText('Linus Pauling').waitFor()
  expect(await people.getByRole('listitem').count()).toBe(3)
  await people.getByRole('button', { name: 'Give the contributions of Grace Hopper' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Person with an address' }).click()
  await page.getByRole('combobox', { name: 'Search' }).fill('hopper')
  await page.getByRole('option', { name: /Grace H/ }).click()
  expect(await violationsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Give', exact: true }).click()
  await page.getByText(/Grace H has received 2 posts/).waitFor()
  await expect.poll(() => people.getByRole('listitem').count()).toBe(2)
  for (const [name, path] of [
    ['addresses.csv', '/posts/1'],
    ['addresses.nginx.conf', '/posts/4'],
  ] as const) {
    const downloading = page.waitForEvent('download')
    await page
      .getByRole('region', { name: 'Addresses' })
      .getByRole('link', { name: `Download ${name}` })
      .click()
    expect(readFileSync(await (await downloading).path(), 'utf8')).toContain(path)
  }
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await violationsOf(page, colorScheme)).toEqual([])
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
    }
  }
  await page.setViewportSize({ width: 1360, height: 900 })
  await page.emulateMedia({ colorScheme: 'light' })
  expect(watched.faults).toEqual([])
})
