import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { enterConsole, useBrowser, violationsOf, WIDTHS, type WatchedPage } from '../support/browser.ts'
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
  watched = await browser.open({ viewport: { width: 1360, height: 900 } })
  await enterConsole(watched.page, address('/imports'), tenant.admin)
})
afterAll(() => stopWorkers())

type File = string | { name: string; mimeType: string; buffer: Buffer }

async function plan(file: File): Promise<void> {
  const { page } = watched
  await page.goto(address('/imports/new'))
  await page.getByRole('radio', { name: 'CSV file' }).check()
  await page.getByLabel('File', { exact: true }).setInputFiles(file)
  await page.getByRole('button', { name: 'Read and plan' }).click()
}

test('a column that is not read is chosen in the plan, which is made again and does not start', async () => {
  const { page } = watched
  await plan(sample('exports/ideascale.csv'))
  await page.getByText('column idea').waitFor()
  const columns = page.getByRole('region', { name: 'Columns' }).last()
  await columns.getByRole('button', { name: /Field of the column “idea”/ }).click()
  await page.getByRole('option', { name: 'Text', exact: true }).click()
  expect(await violationsOf(page)).toEqual([])
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
  }
  await page.setViewportSize({ width: 1360, height: 900 })
  await page.getByRole('button', { name: 'Plan again with these columns' }).click()
  await page.getByText('Publish every data set in one catalogue.').waitFor({ state: 'attached' })
  expect(await page.getByText('column idea').count()).toBe(0)
  await page.getByRole('button', { name: 'Start import' }).click()
  await page.getByText('The import is done.').waitFor()
  expect(watched.faults).toEqual([])
})

test('a file without a recognized title is planned once its column is chosen', async () => {
  const { page } = watched
  const buffer = Buffer.from('Card Name,Column\nDark mode,Doing\n')
  await plan({ name: 'cards.csv', mimeType: 'text/csv', buffer })
  await page.getByText('No column of the file is the title.').waitFor()
  expect(await page.getByRole('button', { name: 'Start import' }).isDisabled()).toBe(true)
  await page.getByRole('button', { name: /Field of the column “Card Name”/ }).click()
  await page.getByRole('option', { name: 'Title', exact: true }).click()
  await page.getByRole('button', { name: 'Plan again with these columns' }).click()
  await page.getByText('No column of the file is the title.').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Start import' }).click()
  await page.getByText('The import is done.').waitFor()
  expect(watched.faults).toEqual([])
})

test('an encoding that is not clear is a decision, which shows a part of the text', async () => {
  const { page } = watched
  const buffer = Buffer.from('7469746c650acff0e8e2e5f220ece8f00a', 'hex')
  await plan({ name: 'ideas.csv', mimeType: 'text/csv', buffer })
  await page.getByText('“title Ïðèâåò ìèð”').waitFor()
  expect(await page.getByRole('button', { name: 'Start import' }).isDisabled()).toBe(true)
  await page.getByLabel('Encoding of the file').selectOption('Windows-1252 (Western Europe)')
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Start import' }).click()
  await page.getByText('The import is done.').waitFor()
  expect(watched.faults).toEqual([])
})
