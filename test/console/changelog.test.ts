import { beforeAll, expect, test } from 'vitest'
import { publishDueChangelogs } from '../../src/modules/changelogs/publish-due-changelogs.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import { enterConsole, useBrowser, violationsOf, type WatchedPage } from '../support/browser.ts'
import { givePassword } from '../support/clients/sessions.ts'
import { png } from '../support/fixtures/pictures.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)
const browser = useBrowser()
let watched: WatchedPage
const list = () => `${app.url}/console/${tenant.organization.slug}/changelog`

beforeAll(async () => {
  await givePassword(app, [tenant.admin])
  await app.database.pool.query(
    `update organizations set locales = '{en,fr}', default_locale = 'en', visibility = 'public' where id = $1`,
    [tenant.organization.id],
  )
  for (const title of ['Dark mode', 'Faster boards'])
    await app.call('POST', '/api/v3/feature_requests', {
      headers: tenant.key,
      body: { title, description: 'x' },
    })
  watched = await browser.open({ viewport: { width: 1360, height: 900 } })
  await enterConsole(watched.page, list(), tenant.admin)
})

type Stored = { id: number; title: string; html: string; published: boolean; scheduled: boolean }

/** Returns the entries as they are stored, the oldest first. */
async function stored(): Promise<Stored[]> {
  const { rows } = await app.database.pool.query<Stored>(
    `select id, title, description_html as html, published_at is not null as published,
       scheduled_at is not null as scheduled from changelogs order by id`,
  )
  return rows
}
const textOf = async (index = 0) => (await stored())[index]?.html ?? ''
const editor = () => watched.page.getByRole('textbox', { name: 'Text' })
const saved = () => watched.page.getByText(/^Saved \d\d:\d\d$/).waitFor()

/** Pastes HTML at the selection, as another program puts it on the clipboard. */
async function paste(html: string): Promise<void> {
  await editor().evaluate((element, text) => {
    const data = new DataTransfer()
    data.setData('text/html', text)
    element.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    )
  }, html)
}

test('an entry is written, and saves itself as the server stores it', async () => {
  const { page } = watched
  await page.getByText('No entries here').waitFor()
  await page.getByRole('button', { name: 'New entry' }).first().click()
  const title = page.getByRole('dialog').getByLabel('Title')
  await expect.poll(() => title.evaluate((field) => field === document.activeElement)).toBe(true)
  expect(await title.getAttribute('placeholder')).toBe('What is new?')
  await page.keyboard.press('Enter')
  expect(await stored()).toEqual([])
  await page.keyboard.type('Boards open ten times faster')
  await page.keyboard.press('Enter')
  await page.waitForURL(/changelog\/chg_/)
  await expect.poll(() => editor().evaluate((text) => text === document.activeElement)).toBe(true)
  await page.keyboard.type('Every board is read in one step. List<String> & more')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'List', exact: true }).click()
  await page.keyboard.type('first')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Bold' }).click()
  await page.keyboard.type('second')
  await saved()
  await expect.poll(() => textOf()).toMatch(/second/)
  expect(await textOf()).toBe(
    '<p>Every board is read in one step. List&lt;String&gt; &amp; more</p><ul><li><p>first</p></li><li><p><strong>second</strong></p></li></ul>',
  )
  expect((await stored())[0]?.title).toBe('Boards open ten times faster')
})

test('a paste from Word keeps its structure, and a script in it neither runs nor is stored', async () => {
  const { page } = watched
  await editor().click()
  await page.keyboard.press('Control+End')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await paste(
    `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p.MsoNormal{color:red}</style></head><body>
     <h2 style="mso-style-name:x">Pasted heading</h2><p class="MsoNormal" style="color:red">From <b>Word</b><o:p></o:p> with
     <a href="https://example.com/x" onclick="document.title='run'">a link</a> <a href="javascript:document.title='run'">bad</a></p>
     <script>document.title='run'</script><img src="x" onerror="document.title='run'"></body></html>`,
  )
  await expect.poll(() => textOf()).toMatch(/Pasted heading/)
  const html = await textOf()
  expect(html).toContain('<h2>Pasted heading</h2>')
  expect(html).toContain('<strong>Word</strong>')
  expect(html).toContain('<a rel="noopener noreferrer nofollow" href="https://example.com/x">a link</a>')
  expect(html).not.toMatch(/script|<img|onclick|onerror|style|Mso|class=/)
  expect(await page.title()).not.toBe('run')
})

test('a picture is stored when it is chosen, and kept when the text is saved', async () => {
  const { page } = watched
  await editor().click()
  await page.keyboard.press('Control+End')
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'shot.png', mimeType: 'image/png', buffer: png() })
  await expect.poll(() => textOf()).toMatch(/<img src="\/uploads\/[\w-]{22}\.png"/)
  await expect
    .poll(
      async () =>
        (await app.database.pool.query('select from uploads where attached_at is not null')).rowCount,
    )
    .toBe(1)
  const before = await textOf()
  const { rows } = await app.database.pool.query('select updated_at from changelogs')
  await page.reload()
  await editor().locator('img').waitFor()
  // The editor writes a text as the server stores it: a text that is only opened stays.
  await editor().click()
  // Both keys at once, so that no time is left to save the text between them.
  await Promise.all([page.keyboard.press('x'), page.keyboard.press('Backspace')])
  await saved()
  expect(await textOf()).toBe(before)
  expect((await app.database.pool.query('select updated_at from changelogs')).rows).toEqual(rows)
})

test('a selected picture has an alt text', async () => {
  const { page } = watched
  await editor().locator('img').click()
  await page.getByRole('button', { name: 'Alt text' }).click()
  await page.getByRole('dialog').getByLabel('Alt text').fill('A board with <b>four</b> columns')
  await page.getByRole('button', { name: 'Set alt text' }).click()
  await expect.poll(() => textOf()).toContain('alt="A board with &lt;b&gt;four&lt;/b&gt; columns"')
  await editor().getByAltText('A board with <b>four</b> columns').waitFor()
})

test('an entry without a title is not published, and the field has the reason', async () => {
  const { page } = watched
  await page.getByLabel('Title').fill('  ')
  for (const name of ['Publish', 'Schedule']) {
    await page.getByRole('button', { name, exact: true }).click()
    await page.getByText('Write a title first.').waitFor()
    expect(await page.getByLabel('Title').evaluate((field) => field === document.activeElement)).toBe(true)
  }
  expect((await stored())[0]).toMatchObject({ title: 'Boards open ten times faster', published: false })
  await page.getByLabel('Title').fill('Boards open ten times faster')
  await saved()
})

test('labels and posts are attached', async () => {
  const { page } = watched
  await page.getByRole('button', { name: 'New label' }).click()
  await page.getByLabel('New label').fill('Faster')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('button', { name: 'Labels: Faster' }).waitFor()
  await page.getByRole('button', { name: 'Posts', exact: true }).click()
  await page.keyboard.type('boards')
  await page.getByRole('option', { name: /Faster boards/ }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Remove “Faster boards”' }).waitFor()
  await expect
    .poll(async () => (await app.database.pool.query('select from changelog_posts')).rowCount)
    .toBe(1)
})

test('the preview is the page of the portal', async () => {
  const { page } = watched
  await page.getByRole('button', { name: 'Preview' }).click()
  const frame = page.frameLocator('iframe')
  await frame.getByRole('heading', { name: 'Boards open ten times faster', level: 1 }).waitFor()
  await frame.getByRole('link', { name: 'Faster boards' }).waitFor()
  await page.getByRole('radio', { name: 'Phone' }).check()
  await expect
    .poll(() => page.locator('iframe').evaluate((element) => element.getBoundingClientRect().width))
    .toBe(390)
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Close the preview' }).click()
})

test('a schedule is in words, and the clock publishes', async () => {
  const { page } = watched
  await page.getByRole('button', { name: 'Schedule' }).click()
  await page.getByText(/^Publishes \w+/).waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Schedule' }).click()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await page.getByText(/^Publishes \w+.* 09:00/).waitFor()
  await expect.poll(async () => (await stored())[0]?.scheduled).toBe(true)
  expect((await stored())[0]?.published).toBe(false)
  await app.database.pool.query(`update changelogs set scheduled_at = now() - interval '1 second'`)
  await inTransaction(app.database.kysely, (tx) => publishDueChangelogs(tx))
  await page.getByRole('button', { name: 'Unpublish' }).waitFor()
  expect((await stored())[0]).toMatchObject({ published: true, scheduled: false })
  expect(watched.faults).toEqual([])
})
