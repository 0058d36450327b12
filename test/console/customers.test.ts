import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { enterConsole, useBrowser, violationsOf, WIDTHS, type WatchedPage } from '../support/browser.ts'
import { givePassword } from '../support/clients/sessions.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)
const browser = useBrowser()
let watched: WatchedPage
const address = (path = '') => `${app.url}/console/${tenant.organization.slug}/customers${path}`

/** Rows of the file, and those of them that are refused. */
const ROWS = 1_200
const BAD = 19

beforeAll(async () => {
  await givePassword(app, [tenant.admin])
  watched = await browser.open({ viewport: { width: 1360, height: 900 }, acceptDownloads: true })
})

const stored = async () => {
  const text = "select from users where organization_id = $1 and email like '%@import.example'"
  return (await app.database.pool.query(text, [tenant.organization.id])).rowCount
}

/** Chooses a file with a text. */
const choose = (name: string, text: string) =>
  watched.page
    .getByLabel(/Choose a CSV file/)
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })

const fileOf = () => {
  const lines = Array.from({ length: ROWS }, (_, index) => {
    const isBad = index % 60 === 30 && index / 60 < BAD
    return `${isBad ? `person${index}@` : `person${index}@import.example`};"Person; ${index}";vip;${index % 2 ? 'yes' : 'no'};Plan ${index % 3}`
  })
  return ['E-Mail;Name;Labels;Starred;plan', ...lines].join('\r\n')
}

test('an empty list leads to the import of a file, with progress, a pause and the refused rows', async () => {
  const { page } = watched
  await enterConsole(page, address(), tenant.admin)
  await page.getByText('No customer yet').waitFor()
  await page.getByRole('link', { name: 'Import' }).last().click()
  await page.waitForURL(address('/import'))
  await choose('people.csv', fileOf())
  await page.getByText(`people.csv · ${ROWS.toLocaleString('en')} rows · UTF-8`).waitFor()
  expect(await page.getByLabel('Column “plan” becomes').inputValue()).toBe('own')
  await page.getByLabel('Column “E-Mail” becomes').selectOption('name')
  await page.getByText(/One column must be the e-mail/).waitFor()
  await page.getByLabel('Column “E-Mail” becomes').selectOption('email')
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByText(`${BAD} rows have no valid e-mail`).waitFor()
  expect(await page.getByRole('row').count()).toBe(6)
  // The second batch waits until the pause was pressed.
  let batches = 0
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/graphql', async (route) => {
    if (route.request().postData()?.includes('ImportCustomers') && ++batches === 2) await held
    await route.continue()
  })
  await page.getByRole('button', { name: /^Import 1,200 rows/ }).click()
  await page.getByText('250 of 1,200').first().waitFor()
  await page.getByRole('button', { name: 'Pause' }).click()
  release()
  await page.getByText('500 of 1,200').first().waitFor()
  await page.getByRole('button', { name: 'Continue' }).waitFor()
  expect(batches).toBe(2)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('Done', { exact: true }).waitFor()
  await page.getByText(`refused ${BAD}`).waitFor()
  expect(await stored()).toBe(ROWS - BAD)

  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: `Download ${BAD} refused rows` }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('people-refused.csv')
  const text = readFileSync(await download.path(), 'utf8')
  expect(text.split('\r\n')).toHaveLength(BAD + 1)
  expect(text.split('\r\n')[1]).toMatch(/^person30@,Person; 30,vip,no,Plan 0,email .+/)

  await page.getByRole('button', { name: 'Import another file' }).click()
  await choose('people-refused.csv', text.replaceAll(/@,/g, '@import.example,'))
  expect(await page.getByLabel('Column “Reason” becomes').inputValue()).toBe('ignore')
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('button', { name: /^Import 19 rows/ }).click()
  await page.getByText('Done', { exact: true }).waitFor()
  expect(await stored()).toBe(ROWS)
  expect(watched.faults).toEqual([])
})

test('filters, words and the order are in the address', async () => {
  const { page } = watched
  await page.goto(address('?utm_source=mail'))
  await page.getByText('1,200 customers').waitFor()
  await page.getByRole('button', { name: 'Starred' }).click()
  await page.waitForURL(/starred=true/)
  await page.getByText('600 customers').waitFor()
  await page.getByLabel('Search name or e-mail').fill('person1199')
  await page.waitForURL(/search=person1199/)
  await page.getByText('1 customer', { exact: true }).waitFor()
  await page.reload()
  await expect.poll(() => page.getByRole('main').getByRole('listitem').count()).toBe(1)
  expect(await page.getByLabel('Search name or e-mail').inputValue()).toBe('person1199')
  await page.getByRole('link', { name: 'vip' }).click()
  await page.waitForURL(/label=vip/)
  await page.getByText('1,200 customers').waitFor()
  await page.getByLabel('Order').selectOption('name')
  await page.waitForURL(/order=name/)
  await page.getByRole('button', { name: 'Load more' }).click()
  await expect.poll(() => page.getByRole('main').getByRole('listitem').count()).toBe(100)
})

test('a customer is created, changed, starred, blocked and deleted by name', async () => {
  const { page } = watched
  await page.goto(address())
  await page.getByRole('button', { name: 'New customer' }).click()
  await page.getByLabel('E-mail', { exact: false }).first().fill('person1@import.example')
  await page.getByRole('button', { name: 'Create customer' }).click()
  await page.getByRole('alert').waitFor()
  await page.getByLabel('E-mail', { exact: false }).first().fill('ada@people.example')
  await page.getByRole('button', { name: 'Create customer' }).click()
  await page.getByRole('heading', { name: 'ada', exact: true }).waitFor()
  const headers = tenant.keyAndAdmin
  const { body: post } = await app.call('POST', '/api/v3/feature_requests', {
    headers,
    body: { title: 'Dark mode', description: 'x' },
  })
  await app.call('POST', '/api/v3/votes_on_behalf', {
    headers,
    body: { feature_request_id: post.id, by_email: tenant.admin.email, email: 'ada@people.example' },
  })
  await page.getByRole('link', { name: 'Votes 1' }).click()
  await page.waitForURL(/tab=votes/)
  await page.getByText('Dark mode').waitFor()
  const customer = await tenant.sso({ email: 'ada@people.example' })
  await app.graphql(
    'mutation ($id: ID!) { createComment(input: { postId: $id, body: "At night" }) { errors { message } } }',
    { id: `post_${post.id}` },
    customer,
  )
  await page.getByRole('link', { name: 'Comments 1' }).click()
  await page.getByText('At night').waitFor()

  await page.getByRole('button', { name: 'Star', exact: true }).click()
  await page.getByRole('button', { name: 'Remove star' }).waitFor()
  await page.getByRole('button', { name: 'Block', exact: true }).click()
  await page.getByRole('button', { name: 'Unblock' }).waitFor()
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await page.getByRole('textbox', { name: /^Name/ }).fill('Ada Lovelace')
  await page.getByRole('textbox', { name: /^Labels/ }).fill('vip, beta')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByRole('heading', { name: 'Ada Lovelace' }).waitFor()
  await page.getByRole('button', { name: 'Edit fields' }).click()
  await page.getByRole('button', { name: 'Add field' }).click()
  await page.getByLabel('Field', { exact: true }).fill('plan')
  await page.getByLabel('Value', { exact: true }).fill('Enterprise')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Enterprise').waitFor()
  for (const width of WIDTHS) await look(width, 'light', 'dark')
  await page.setViewportSize({ width: 1360, height: 900 })
  await page.getByRole('button', { name: 'Delete customer' }).click()
  await page.getByLabel('Type Ada Lovelace to confirm').fill('Ada Lovelace')
  await page.getByRole('button', { name: 'Delete customer' }).last().click()
  await page.getByRole('link', { name: 'All customers' }).click()
  await page.waitForURL(address())
  expect(watched.faults).toEqual([])
})

/** Asserts that the page breaks no rule in a width and in themes, which differ only in their colors. */
async function look(width: number, ...themes: ('light' | 'dark')[]) {
  const { page } = watched
  await page.setViewportSize({ width, height: 900 })
  for (const [index, colorScheme] of themes.entries()) {
    await page.emulateMedia({ colorScheme })
    expect(await violationsOf(page, index > 0 ? 'dark' : 'light')).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
  }
}

test('the list and the steps of the import have no violation of WCAG 2.2 AA', async () => {
  const { page } = watched
  for (const width of WIDTHS) {
    const other = width === 390 ? 'dark' : 'light'
    await page.goto(address())
    await page.getByText('1,200 customers').waitFor()
    await look(width, 'light', 'dark')
    await page.goto(address('/import'))
    await choose('two.csv', 'email,name,plan\nx@,X,Free\n')
    await look(width, 'light', 'dark')
    await page.getByRole('button', { name: 'Next' }).click()
    await look(width, other)
    await page.getByRole('button', { name: /^Import 1 row/ }).click()
    await page.getByText('Done', { exact: true }).waitFor()
    await look(width, other)
  }
  expect(watched.faults).toEqual([])
})
