import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { enterConsole, useBrowser, violationsOf, type WatchedPage } from '../support/browser.ts'
import { givePassword } from '../support/clients/sessions.ts'
import { png } from '../support/fixtures/pictures.ts'
import { startTransferWorkers } from '../support/fixtures/transfers.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp({ webhookAllowedHosts: ['127.0.0.1'] })
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

/** Returns the name of the status of a post that is stored. */
async function statusOf(title: string): Promise<string | undefined> {
  const text = `select s.name from posts p join statuses s on s.organization_id = p.organization_id and s.id = p.status_id
    where p.organization_id = $1 and p.title = $2`
  const { rows } = await app.database.pool.query<{ name: string }>(text, [tenant.organization.id, title])
  return rows[0]?.name
}

test('a backup of Fider is uploaded, planned, decided, imported and listed', async () => {
  const { page } = watched
  await enterConsole(page, address('/settings'), tenant.admin)
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Imports' }).click()
  await page.getByText('No import yet').waitFor()
  await page.getByRole('link', { name: 'New import' }).click()
  await page.getByRole('radio', { name: 'Fider' }).check()
  expect(await page.getByRole('link', { name: /^Guide/ }).getAttribute('href')).toContain('/leaving-fider')
  await page.getByRole('button', { name: 'Read and plan' }).click()
  await page.getByText('Choose a file.').waitFor()
  await page.getByLabel('File', { exact: true }).setInputFiles(sample('fider/backup.zip'))
  await page.getByRole('button', { name: 'Read and plan' }).click()

  await page.getByRole('heading', { name: 'Import from Fider' }).waitFor()
  await page.getByRole('row', { name: /^Posts 3( 0)* 1( 0)*$/ }).waitFor()
  expect(await statusOf('Dark mode')).toBeUndefined()
  await page
    .getByRole('button', { name: /^Status “.+” becomes:/ })
    .first()
    .click()
  await page.getByRole('option', { name: 'In Review' }).click()
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Start import' }).click()
  await page.getByText('The import is done.').waitFor()
  await page.getByText(/It can be undone until/).waitFor()
  await page.getByRole('link', { name: 'Show the posts' }).waitFor()
  await page.getByRole('row', { name: /^Posts 3 / }).waitFor()
  expect(await statusOf('Dark mode')).toBe('In Review')
  expect(await violationsOf(page)).toEqual([])

  await page.getByRole('link', { name: 'All imports' }).click()
  await page.getByRole('link', { name: 'Fider · backup.zip' }).waitFor()
  await page.getByText('3 posts, 3 votes, 2 comments').waitFor()
  expect(watched.faults).toEqual([])
})

test('an import is undone, and what is in use here stays', async () => {
  const { page } = watched
  await app.database.pool.query(
    `update posts set title = 'Darker mode' where organization_id = $1 and title = 'Dark mode'`,
    [tenant.organization.id],
  )
  await page.getByRole('link', { name: 'Fider · backup.zip' }).click()
  await page.getByRole('button', { name: 'Undo import' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click()
  await page.getByText('The import was undone.').waitFor()
  const remaining = page.getByRole('region', { name: 'Remaining records' }).last()
  await remaining.getByText('Darker mode').waitFor()
  expect(await violationsOf(page)).toEqual([])
  expect(await statusOf('Rechnungen als PDF')).toBeUndefined()
  expect(watched.faults).toEqual([])
})

test('a missing decision blocks the start, and refused rows are downloaded', async () => {
  const { page } = watched
  await page.goto(address('/imports/new'))
  await page.getByRole('radio', { name: 'CSV file' }).check()
  await page
    .getByLabel('File', { exact: true })
    .setInputFiles(sample('canny/posts-export-UNVERIFIED-headings.csv'))
  await page.getByRole('button', { name: 'Read and plan' }).click()
  await page.getByText('1 decision is missing.').waitFor()
  expect(await page.getByRole('button', { name: 'Start import' }).isDisabled()).toBe(true)
  await page.getByRole('button', { name: 'Status “Later, maybe” becomes' }).click()
  await page.getByRole('option', { name: 'Planned' }).click()
  await page.getByRole('button', { name: 'Start import' }).click()
  await page.getByText('The import is done.').waitFor()
  await page.getByText('Every record was imported').waitFor()
  await page.goto(address('/imports/new'))
  await page.getByRole('radio', { name: 'CSV file' }).check()
  await page.getByLabel('File', { exact: true }).setInputFiles(sample('plain/posts.csv'))
  await page.getByRole('button', { name: 'Read and plan' }).click()
  const errors = page.getByRole('region', { name: 'Refused records' })
  await expect.poll(() => errors.getByRole('row').count()).toBe(3)
  await page.getByRole('button', { name: 'Start import' }).click()
  await page.getByText('The import is done.').waitFor()
  await expect.poll(() => errors.getByRole('row').count()).toBe(3)
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download errors.csv' }).click()
  const file = readFileSync(await (await downloading).path(), 'utf8')
  expect(file.trim().split('\n')).toHaveLength(3)
  expect(watched.faults).toEqual([])
})

test('the box of pictures at other addresses has them stored here', async () => {
  const { page } = watched
  const pictures = createServer((_request, response) => response.end(png())).listen(0, '127.0.0.1')
  onTestFinished(() => void pictures.close())
  await once(pictures, 'listening')
  const { port } = pictures.address() as AddressInfo
  const buffer = Buffer.from(`title,description\nA map,"![Map](http://127.0.0.1:${port}/map.png)"\n`)
  const texts = async () =>
    (await app.database.pool.query(`select description_html as html from posts where title = 'A map'`)).rows
  await page.goto(address('/imports/new'))
  await page.getByRole('radio', { name: 'CSV file' }).check()
  await page
    .getByLabel('File', { exact: true })
    .setInputFiles({ name: 'map.csv', mimeType: 'text/csv', buffer })
  await page.getByText('More options').click()
  const box = page.getByRole('checkbox', { name: 'Fetch pictures at other addresses' })
  expect(await box.isChecked()).toBe(false)
  await box.check()
  await page.getByRole('button', { name: 'Read and plan' }).click()
  await page.getByRole('button', { name: 'Start import' }).click()
  await page.getByText('The import is done.').waitFor()
  expect(await texts()).toEqual([{ html: expect.stringContaining(`"/uploads/`) }])
  expect(watched.faults).toEqual([])
})

test('a source that cannot be read shows the reason, and can be deleted', async () => {
  const { page } = watched
  await page.goto(address('/imports/new'))
  await page.getByRole('radio', { name: 'Fider' }).check()
  await page
    .getByLabel('File', { exact: true })
    .setInputFiles({ name: 'backup.zip', mimeType: 'application/zip', buffer: Buffer.from('no archive') })
  await page.getByRole('button', { name: 'Read and plan' }).click()
  await page.getByText('The source was not read.').waitFor()
  expect(await page.getByRole('main').getByRole('alert').innerText()).not.toBe('')
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete import' }).click()
  await page.waitForURL(address('/imports'))
  await page.getByRole('link', { name: 'Fider · backup.zip' }).first().waitFor()
  await expect.poll(() => page.getByRole('link', { name: 'Fider · backup.zip' }).count()).toBe(1)
  expect(watched.faults).toEqual([])
})

test('an export is started and its file downloaded', async () => {
  const { page } = watched
  await page.goto(address('/exports'))
  await page.getByText('No export yet.').waitFor()
  await page.getByLabel('With the event log').waitFor()
  await page.getByLabel('Without personal data').check()
  expect(await page.getByLabel('With the event log').count()).toBe(0)
  await page.getByRole('button', { name: 'Start export' }).click()
  await page.getByText('without personal data').waitFor()
  const link = page.getByRole('link', { name: /^Download echolog-export-/ })
  await link.waitFor()
  const downloading = page.waitForEvent('download')
  await link.click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^echolog-export-.+\.zip$/)
  expect(
    readFileSync(await download.path())
      .subarray(0, 2)
      .toString(),
  ).toBe('PK')
  expect(await violationsOf(page)).toEqual([])
  expect(watched.faults).toEqual([])
})

test('other members are not offered the pages', async () => {
  const member = await tenant.member('member')
  await givePassword(app, [member])
  const { page, faults } = await browser.open()
  await enterConsole(page, address('/settings'), member)
  const tabs = page.getByRole('navigation', { name: 'Settings' })
  await tabs.getByRole('link', { name: 'Team' }).waitFor()
  expect(await tabs.getByRole('link', { name: /Imports|Exports/ }).count()).toBe(0)
  for (const path of ['/imports', '/imports/new', '/imports/imp_1', '/exports']) {
    await page.goto(address(path))
    await page.getByText('Only admins see this page').waitFor()
  }
  expect(faults).toEqual([])
})
