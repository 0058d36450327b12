import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import { enterConsole, useBrowser, violationsOf, type WatchedPage } from '../support/browser.ts'
import { run } from '../support/clients/operations.ts'
import { givePassword } from '../support/clients/sessions.ts'
import { startTransferWorkers } from '../support/fixtures/transfers.ts'
import {
  addManyActors,
  addManyChoices,
  addManyOrganizations,
  MANY,
} from '../support/fixtures/many-choices.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)
const browser = useBrowser()
let desk: WatchedPage

const address = (path: string) => `${app.url}/console/${tenant.organization.slug}${path}`
const LAST = MANY
const SAMPLE = fileURLToPath(
  new URL('../moving/samples/canny/posts-export-UNVERIFIED-headings.csv', import.meta.url),
)

beforeAll(async () => {
  await givePassword(app, [tenant.admin])
  await addManyChoices(app, tenant)
  await addManyActors(app, tenant)
  await addManyOrganizations(app, tenant.admin)
  desk = await browser.open({ viewport: { width: 1360, height: 900 } })
  await enterConsole(desk.page, address('/boards'), tenant.admin)
})

/** Opens a picker, searches for a choice and picks it. */
async function pick(button: string | RegExp, choice: string): Promise<void> {
  const { page } = desk
  await page.getByRole('button', { name: button }).first().click()
  await page.getByRole('combobox', { name: 'Search' }).fill(choice)
  await page.getByRole('option', { name: choice }).click()
}

test('logs are filtered by the last person of the team and the last key', async () => {
  const { page, faults } = desk
  await page.goto(address('/developers/audit'))
  await pick('By', `Colleague ${LAST}`)
  await page.waitForURL(/actor=usr_\d+/)
  await page.getByText('No entry matches').waitFor()
  await page.goto(address('/developers/events'))
  await pick('By', `Key ${LAST}`)
  await page.waitForURL(/actor=key_\d+/)
  await page.getByRole('button', { name: `By: API key Key ${LAST} …abcd` }).waitFor()
  expect(await violationsOf(page)).toEqual([])
  expect(faults).toEqual([])
})

test('an entry gets the last label', async () => {
  const { page, faults } = desk
  const { createChangelog } = await run(
    app,
    tenant.admin.session,
    'mutation { createChangelog(input: { title: "Labels" }) { changelog { id } } }',
  )
  const { id } = createChangelog.changelog as { id: string }
  await page.goto(address(`/changelog/${id}`))
  await pick('Labels', `Label ${LAST}`)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: `Labels: Label ${LAST}` }).waitFor()
  await expect
    .poll(() => run(app, tenant.admin.session, `{ changelog(by: { id: "${id}" }) { labels { name } } }`))
    .toEqual({ changelog: { labels: [{ name: `Label ${LAST}` }] } })
  expect(faults).toEqual([])
})

test('a value of an import becomes the last board', async () => {
  const { page, faults } = desk
  const stop = startTransferWorkers(app)
  await page.goto(address('/imports/new'))
  await page.getByRole('radio', { name: 'CSV file' }).check()
  await page.getByLabel('File', { exact: true }).setInputFiles(SAMPLE)
  await page.getByRole('button', { name: 'Read and plan' }).click()
  await pick(/^Board “.+” becomes/, `Board ${LAST}`)
  await page.getByRole('button', { name: new RegExp(`^Board “.+” becomes: Board ${LAST}$`) }).waitFor()
  expect(await violationsOf(page)).toEqual([])
  await stop()
  expect(faults).toEqual([])
})

test('posts of a deleted board go to the last one', async () => {
  const { page, faults } = desk
  await page.goto(address('/boards'))
  await page.getByRole('button', { name: 'Delete Board 001' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Its posts move to').selectOption({ label: `Board ${LAST}` })
  await dialog.getByLabel('Type Board 001 to confirm').fill('Board 001')
  await dialog.getByRole('button', { name: 'Delete board' }).click()
  await page.getByText(`Its posts are in Board ${LAST}`).waitFor()
  expect(faults).toEqual([])
})

test('the switcher reaches the last organization, and the console opens it again', async () => {
  const { page, faults } = desk
  const menu = page.locator('summary').filter({ hasText: `Name of ${tenant.organization.slug}` })
  await menu.click()
  await page.getByRole('banner').getByRole('button', { name: 'Load more' }).click()
  const last = page.getByRole('link', { name: `Zoo ${LAST}` })
  expect(await last.getAttribute('href')).toBe(`/console/zoo-${LAST}`)
  expect(await violationsOf(page)).toEqual([])
  await page.evaluate(`localStorage.setItem('echolog.organization', 'zoo-${LAST}')`)
  await page.goto(`${app.url}/console`)
  await page.waitForURL(`${app.url}/console/zoo-${LAST}`)
  expect(faults).toEqual([])
})
