import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { enterConsole, useBrowser, violationsOf, WIDTHS, type WatchedPage } from '../support/browser.ts'
import { run } from '../support/clients/operations.ts'
import { givePassword } from '../support/clients/sessions.ts'
import { importIn, planImport, startImport, uploadSample } from '../support/fixtures/imports.ts'
import { startTransferWorkers } from '../support/fixtures/transfers.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)
const browser = useBrowser()
let watched: WatchedPage
let stopWorkers: () => Promise<void>
const address = (path: string) => `${app.url}/console/${tenant.organization.slug}${path}`
const EMAIL = 'ada@people.example'

beforeAll(async () => {
  await givePassword(app, [tenant.admin])
  stopWorkers = startTransferWorkers(app)
  const { session } = tenant.admin
  const fileId = await uploadSample(app, session, 'fider/posts.csv')
  const id = await planImport(app, session, { source: 'FIDER', from: { fileId } })
  await importIn(app, session, id, 'PLANNED')
  await startImport(app, session, id)
  await importIn(app, session, id, 'DONE')
  await createPeople(25)
  const customer = `mutation { createCustomer(input: { email: "${EMAIL}", name: "Ada" }) { customer { id } } }`
  await run(app, session, customer)
  watched = await browser.open({ viewport: { width: 1360, height: 900 }, acceptDownloads: true })
})
afterAll(() => stopWorkers())

/** Stores people whom the import has without an address, as "Old person 01". */
const createPeople = (count: number) =>
  app.database.pool.query(
    `with people as (
       insert into users (organization_id, name)
       select $1, 'Old person ' || lpad(n::text, 2, '0') from generate_series(1, $2) n returning id, name)
     insert into external_refs (organization_id, source_name, kind, external_id, local_id, run_id, created, hash)
     select $1, 'canny', 'person', name, id, (select max(id) from import_runs where organization_id = $1), true, ''
     from people`,
    [tenant.organization.id, count],
  )

/** Returns the text of the entries of a zip that a link downloads. Names of entries are in it unchanged. */
async function downloaded(name: string | RegExp) {
  const link = watched.page.getByRole('link', { name })
  await link.waitFor()
  const downloading = watched.page.waitForEvent('download')
  await link.click()
  const download = await downloading
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path(), 'latin1') }
}

/** Asserts that the page breaks no rule in each width and theme. */
async function look() {
  const { page } = watched
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await violationsOf(page, colorScheme)).toEqual([])
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
    }
  }
  await page.setViewportSize({ width: 1360, height: 900 })
}

const openCustomer = async () => {
  const { page } = watched
  await page.goto(address('/customers'))
  await page.getByRole('link', { name: 'Ada', exact: true }).click()
  await page.getByRole('heading', { name: 'Ada', exact: true }).waitFor()
}

test('the data of a customer are exported and downloaded', async () => {
  const { page } = watched
  await enterConsole(page, address('/customers'), tenant.admin)
  await openCustomer()
  await page.getByRole('button', { name: 'Export data' }).click()
  const { name, bytes } = await downloaded(/^Download personal-data-usr_/)
  expect(name).toMatch(/^personal-data-usr_\d+\.zip$/)
  expect(bytes).toContain('data.html')
  await look()
  expect(watched.faults).toEqual([])
})

test('a customer receives what a person without an address wrote', async () => {
  const { page } = watched
  await openCustomer()
  await page.getByRole('link', { name: 'Posts 0' }).waitFor()
  await page.getByRole('button', { name: 'Claim contributions' }).click()
  const dialog = page.getByRole('dialog', { name: 'Claim contributions for Ada' })
  await dialog.getByRole('button', { name: 'Claim', exact: true }).click()
  await dialog.getByText('Choose a person.').waitFor()
  await dialog.getByRole('button', { name: 'Person without an address' }).click()
  await page.getByRole('option', { name: /^Ada Byron/ }).waitFor()
  const search = page.getByRole('combobox', { name: 'Search' })
  await search.fill('PERSON')
  await page.getByRole('option', { name: 'Old person 20' }).waitFor()
  await look()
  await page.getByRole('button', { name: 'Load more' }).click()
  await page.getByRole('option', { name: 'Old person 25' }).waitFor()
  await search.fill('byron')
  await page.getByRole('option', { name: /^Ada Byron/ }).click()
  await look()
  await dialog.getByRole('button', { name: 'Claim', exact: true }).click()
  await page.getByText(/Ada has received 2 posts/).waitFor()
  await page.getByRole('link', { name: 'Posts 2' }).waitFor()
  expect(watched.faults).toEqual([])
})

test('an erasure lists its effects before and after', async () => {
  const { page } = watched
  await run(
    app,
    tenant.admin.session,
    `mutation { createPost(input: { title: "Ask ${EMAIL} about it", description: "Write to ${EMAIL}" }) { post { id } } }`,
  )
  await openCustomer()
  await page.getByRole('button', { name: 'Delete customer' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete Ada?' })
  await dialog.getByText('2 posts, 0 votes and 0 comments stay without a name.').waitFor()
  await look()
  await dialog.getByLabel('Type Ada to confirm').fill('Ada')
  await dialog.getByRole('button', { name: 'Delete customer' }).click()
  await page.getByText('Ada is deleted').first().waitFor()
  await page.getByText('Events without the person').waitFor()
  await page.getByRole('link', { name: `Ask ${EMAIL} about it` }).waitFor()
  await look()
  const { rows } = await app.database.pool.query(
    'select from users where organization_id = $1 and email = $2',
    [tenant.organization.id, EMAIL],
  )
  expect(rows).toEqual([])
  await page.getByRole('link', { name: 'All customers' }).click()
  await page.waitForURL(address('/customers'))
  expect(watched.faults).toEqual([])
})

test('members export their own data in their account, and only admins are offered the data of others', async () => {
  const member = await tenant.member('member')
  await givePassword(app, [member])
  watched = await browser.open({ viewport: { width: 1360, height: 900 }, acceptDownloads: true })
  const { page } = watched
  await enterConsole(page, address('/settings/account'), member)
  await page.getByRole('button', { name: 'Export my data' }).click()
  const { name } = await downloaded(/^Download personal-data-usr_/)
  expect(name).toBe(`personal-data-usr_${member.id}.zip`)
  await look()
  const customer = `mutation { createCustomer(input: { email: "bob@people.example", name: "Bob" }) { customer { id } } }`
  const { createCustomer } = await run(app, tenant.admin.session, customer)
  await page.goto(address(`/customers/${createCustomer.customer.id}`))
  await page.getByRole('heading', { name: 'Bob', exact: true }).waitFor()
  expect(await page.getByRole('button', { name: /Export data|Claim/ }).count()).toBe(0)
  expect(watched.faults).toEqual([])
})

test('the own page of a person in the portal has their data as a file', async () => {
  const person = await tenant.member('member')
  await givePassword(app, [person])
  watched = await browser.open({ viewport: { width: 1360, height: 900 }, acceptDownloads: true })
  const { page } = watched
  await enterConsole(page, address(''), person)
  await page.goto(`${app.url}/@${tenant.organization.slug}`)
  await page.getByRole('banner').locator('a.person').click()
  await page.getByRole('button', { name: 'Export my data' }).click()
  const file = page.getByRole('link', { name: /^Download personal-data-usr_/ })
  await expect
    .poll(async () => {
      await page.reload()
      return file.count()
    })
    .toBe(1)
  expect((await downloaded(/^Download personal-data-usr_/)).name).toBe(`personal-data-usr_${person.id}.zip`)
  await look()
  expect(watched.faults).toEqual([])
})
