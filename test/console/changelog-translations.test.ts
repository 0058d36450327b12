import { beforeAll, expect, test } from 'vitest'
import { enterConsole, useBrowser, violationsOf, WIDTHS, type WatchedPage } from '../support/browser.ts'
import { run } from '../support/clients/operations.ts'
import { givePassword } from '../support/clients/sessions.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)
const browser = useBrowser()
let watched: WatchedPage
let original: string
const list = () => `${app.url}/console/${tenant.organization.slug}/changelog`

beforeAll(async () => {
  await givePassword(app, [tenant.admin])
  await app.database.pool.query(
    `update organizations set locales = '{en,fr}', default_locale = 'en', visibility = 'public' where id = $1`,
    [tenant.organization.id],
  )
  const { createChangelog } = await run(
    app,
    tenant.admin.session,
    'mutation { createChangelog(input: { title: "Faster boards", description: "<h2>Pasted heading</h2>" }) { changelog { id } } }',
  )
  original = createChangelog.changelog.id
  watched = await browser.open({ viewport: { width: 1360, height: 900 } })
  await enterConsole(watched.page, `${list()}/${original}`, tenant.admin)
})

/** Returns the entries as they are stored, the oldest first. */
async function stored() {
  const { rows } = await app.database.pool.query<{ id: number; title: string; html: string }>(
    'select id, title, description_html as html from changelogs order by id',
  )
  return rows
}
const textOf = async (index: number) => (await stored())[index]?.html ?? ''
const editor = () => watched.page.getByRole('textbox', { name: 'Text' })
const saved = () => watched.page.getByText(/^Saved \d\d:\d\d$/).waitFor()

test('a translation is written beside the original, and is marked when the original is newer', async () => {
  const { page } = watched
  await page.getByRole('button', { name: 'Translate into French' }).click()
  await page.getByRole('region', { name: 'English, the original' }).getByText('Pasted heading').waitFor()
  const languages = page.getByRole('navigation', { name: 'Languages' })
  await languages.getByRole('link', { name: 'fr not translated' }).waitFor()
  await expect.poll(() => page.evaluate('getSelection().toString()')).toBe('Faster boards')
  await page.keyboard.type('Les tableaux')
  await editor().click()
  await page.keyboard.type('Dix fois plus vite')
  await expect
    .poll(async () => (await stored())[1])
    .toMatchObject({ title: 'Les tableaux', html: '<p>Dix fois plus vite</p>' })
  await saved()
  await languages.getByRole('link', { name: 'fr Draft' }).waitFor()
  expect(await page.getByText('older than en').count()).toBe(0)
  await run(
    app,
    tenant.admin.session,
    'mutation ($id: ID!) { updateChangelog(input: { id: $id, title: "Boards" }) { changelog { id } } }',
    { id: original },
  )
  await page.getByText('older than en').waitFor()
  expect(await violationsOf(page)).toEqual([])
})

test('two people who write at once lose nothing', async () => {
  const { page } = watched
  const id = `chg_${(await stored())[1]?.id}`
  // The page saves nothing between the two keys.
  const held = Promise.withResolvers<void>()
  await page.route('**/graphql', async (route) => {
    if (route.request().postData()?.includes('mutation UpdateEntry')) await held.promise
    await route.continue()
  })
  await editor().click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type('!')
  await run(
    app,
    tenant.admin.session,
    'mutation ($id: ID!) { updateChangelog(input: { id: $id, description: "<p>Theirs</p>" }) { changelog { id } } }',
    { id },
  )
  await page.keyboard.type('!')
  held.resolve()
  await page.getByText('Someone else has changed this entry.').waitFor()
  expect(await textOf(1)).toBe('<p>Theirs</p>')
  await page.getByRole('button', { name: 'Keep mine' }).click()
  await expect.poll(() => textOf(1)).toBe('<p>Dix fois plus vite!!</p>')
  await page.unrouteAll({ behavior: 'wait' })
})

test('an entry is published with all of its text, also while a part of it is being saved', async () => {
  const { page } = watched
  const { createChangelog } = await run(
    app,
    tenant.admin.session,
    'mutation { createChangelog(input: { title: "Parts" }) { changelog { id } } }',
  )
  const [sent, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.goto(`${list()}/${createChangelog.changelog.id}`)
  let isHeld = true
  await page.route('**/graphql', async (route) => {
    if (isHeld && route.request().postData()?.includes('mutation UpdateEntry')) {
      isHeld = false
      sent.resolve()
      await held.promise
    }
    await route.continue()
  })
  await editor().click()
  await page.keyboard.type('One')
  await sent.promise
  await page.keyboard.type(' two')
  await page.getByLabel('Title').fill('Both parts')
  await page.getByRole('button', { name: 'Publish' }).click()
  held.resolve()
  await page.getByText('“Both parts” is published').waitFor()
  const { changelog } = await run(
    app,
    tenant.admin.session,
    'query ($id: ID!) { changelog(by: { id: $id }) { title descriptionHtml state } }',
    { id: createChangelog.changelog.id },
  )
  expect(changelog).toEqual({
    title: 'Both parts',
    descriptionHtml: '<p>One two</p>',
    state: 'PUBLISHED',
  })
  expect(await page.getByText('Someone else has changed this entry.').count()).toBe(0)
  await page.unrouteAll({ behavior: 'wait' })
})

test('a text with a table is edited as HTML and not changed', async () => {
  const { page } = watched
  const { createChangelog } = await run(
    app,
    tenant.admin.session,
    'mutation { createChangelog(input: { title: "Prices", description: "<table><tbody><tr><td>1</td></tr></tbody></table>" }) { changelog { id } } }',
  )
  await page.goto(`${list()}/${createChangelog.changelog.id}`)
  await page.getByText('the editor would lose (table').waitFor()
  expect(await editor().inputValue()).toContain('<table>')
})

test.each(['light', 'dark'] as const)(
  'the list by state has no violation of WCAG 2.2 AA: %s',
  async (theme) => {
    const { page } = watched
    await page.emulateMedia({ colorScheme: theme })
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(`${list()}?state=draft`)
      await page.getByRole('link', { name: 'Les tableaux' }).waitFor()
      expect(await page.getByRole('link', { name: 'Boards', exact: true }).count()).toBe(1)
      expect(await violationsOf(page, theme)).toEqual([])
      await page.getByRole('link', { name: 'Les tableaux' }).click()
      await editor().waitFor()
      expect(await violationsOf(page, theme)).toEqual([])
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
    }
    expect(watched.faults).toEqual([])
  },
)
