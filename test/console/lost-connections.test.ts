import type { Page, Route } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { enterConsole, useBrowser } from '../support/browser.ts'
import { run } from '../support/clients/operations.ts'
import { givePassword } from '../support/clients/sessions.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)
const browser = useBrowser()
let page: Page
const address = (path: string) => `${app.url}/console/${tenant.organization.slug}/${path}`
const admin = async (query: string) => JSON.stringify(await run(app, tenant.admin.session, query))

beforeAll(async () => {
  await givePassword(app, [tenant.admin])
  page = (await browser.open({ viewport: { width: 1360, height: 1000 } })).page
  await enterConsole(page, address('posts'), tenant.admin)
})

/** Loses the next answer to a mutation after the server has committed it. */
async function loseAnswer(mutation: string): Promise<void> {
  let isLost = false
  const lose = async (route: Route) => {
    if (isLost || !route.request().postData()?.includes(mutation)) return route.fallback()
    isLost = true
    await route.fetch()
    await route.abort('connectionreset')
  }
  await page.route('**/graphql', lose)
}

const countOf = (text: string, part: string) => text.split(part).length - 1

test('a post whose answer was lost is created once', async () => {
  await page.getByRole('button', { name: 'New post' }).click()
  const dialog = page.getByRole('dialog', { name: 'New post' })
  await dialog.getByLabel('Title').fill('Lost and found')
  await loseAnswer('createPost(')
  await dialog.getByRole('button', { name: 'Create post' }).click()
  await dialog.getByRole('alert').getByText('Try again: nothing is stored twice.').waitFor()
  await dialog.getByRole('button', { name: 'Create post' }).click()
  await page.getByRole('heading', { name: 'Lost and found' }).waitFor()
  expect(countOf(await admin('{ posts(first: 9) { nodes { title } } }'), 'Lost and found')).toBe(1)
})

test('a comment whose answer was lost is written once, and the next one is another', async () => {
  const comment = page.getByLabel('Comment', { exact: true })
  const send = page.getByRole('button', { name: 'Comment', exact: true })
  await comment.fill('Same words')
  await loseAnswer('createComment(')
  await send.click()
  await page.getByRole('alert').getByText('nothing is stored twice').waitFor()
  await send.click()
  await expect.poll(() => comment.inputValue()).toBe('')
  await comment.fill('Same words')
  await send.click()
  await expect.poll(() => comment.inputValue()).toBe('')
  expect(countOf(await admin('{ comments(first: 9) { nodes { body } } }'), 'Same words')).toBe(2)
})

test('an API key whose answer was lost is shown by the second try', async () => {
  await page.goto(address('developers/keys'))
  await page.getByRole('button', { name: 'Create API key' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Builds')
  await loseAnswer('createApiKey(')
  await dialog.getByRole('button', { name: 'Create API key' }).click()
  await dialog.getByRole('alert').waitFor()
  await dialog.getByRole('button', { name: 'Create API key' }).click()
  await dialog.getByText(/^hn_/).waitFor()
  expect(countOf(await admin('{ apiKeys(first: 9) { nodes { name } } }'), 'Builds')).toBe(1)
})

test('a change whose answer was lost is not called undone', async () => {
  await page.goto(address('settings'))
  const form = page.getByRole('form', { name: 'General' })
  await form.getByLabel('Description').fill('Told once')
  await loseAnswer('updateOrganization(')
  await form.getByRole('button', { name: 'Save' }).click()
  await form.getByText('the change may be stored or not').waitFor()
  expect(await admin('{ organization { description } }')).toContain('Told once')
})

test('a link under the pointer leaves a form as it is while the server does not answer', async () => {
  await page.goto(address('developers/webhooks/new'))
  await page.getByLabel('URL').fill('https://example.com/typed')
  const files = '**/console/**'
  await page.route(files, (route) => route.abort('connectionrefused'))
  const palette = page.getByRole('dialog', { name: 'Search or run' })
  await page.keyboard.press('Control+k')
  await page.getByText('The server did not answer. Try again.').waitFor()
  const roadmaps = page.getByRole('link', { name: 'Roadmaps' })
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/roadmaps'))
  await roadmaps.hover()
  await failed
  expect(await page.getByLabel('URL').inputValue()).toBe('https://example.com/typed')
  await roadmaps.click()
  await page.getByText('It opens by itself when the server answers.').waitFor()
  expect(await page.getByRole('main').count()).toBe(1)
  await page.unroute(files)
  await page.getByRole('heading', { name: 'Roadmaps', exact: true }).waitFor()
  await page.keyboard.press('Control+k')
  await palette.waitFor()
  await page.keyboard.press('Escape')
  expect(page.url()).toContain('/roadmaps')
})

test('a page of a list that could not be read is read by the next press', async () => {
  const organizationId = tenant.organization.id
  const tags = Array.from({ length: 51 }, (_, number) => ({
    organizationId,
    name: `Tag ${number}`,
    color: '#000000',
  }))
  await app.database.kysely.insertInto('tags').values(tags).execute()
  await page.goto(address('tags'))
  const rows = page.getByRole('list', { name: 'Tags by name' }).getByRole('listitem')
  await expect.poll(() => rows.count()).toBe(50)
  const fail = (route: Route) => route.abort('connectionrefused')
  await page.route('**/graphql', fail)
  const failed = page.waitForEvent('requestfailed')
  await page.getByRole('button', { name: 'Load more' }).click()
  await failed
  const message = page.getByRole('alert').filter({ hasText: 'That was not loaded. Try again.' })
  await message.waitFor()
  await page.unroute('**/graphql', fail)
  await page.getByRole('button', { name: 'Load more' }).click()
  await expect.poll(() => rows.count()).toBe(51)
  expect(await message.count()).toBe(0)
})

test('a form shows the next step after the end of the session, and is sent after a new one', async () => {
  await page.goto(address('posts'))
  await page.getByRole('button', { name: 'New post' }).click()
  const dialog = page.getByRole('dialog', { name: 'New post' })
  await dialog.getByLabel('Title').fill('Typed before the end')
  await page.getByText('Live', { exact: true }).waitFor()
  await app.database.kysely.deleteFrom('sessions').execute()
  await page.getByText('To keep what you have typed, sign in in another tab.').waitFor()
  await dialog.getByRole('button', { name: 'Create post' }).click()
  await dialog.getByText('You are signed out, so nothing was stored.').waitFor()
  await enterConsole(await page.context().newPage(), address('boards'), tenant.admin)
  await dialog.getByRole('button', { name: 'Create post' }).click()
  await expect.poll(() => admin('{ posts(first: 1) { nodes { title } } }')).toContain('Typed before the end')
})

test('the console shows that a person could not be signed out', async () => {
  await page.route('**/session', (route) => route.abort('connectionrefused'))
  await page.goto(address('settings/account'))
  await page.getByRole('main').getByRole('button', { name: 'Sign out', exact: true }).click()
  await page.getByText('You are still signed in').waitFor()
  expect(page.url()).toBe(address('settings/account'))
})

/** Answers requests of an operation, or all, as a server without its database does. */
const unavailable = (operation?: string) => (route: Route) =>
  operation === undefined || route.request().postData()?.includes(`"operationName":"${operation}"`)
    ? route.fulfill({
        status: 503,
        json: { errors: [{ message: 'The database is away', extensions: { code: 'UNAVAILABLE' } }] },
      })
    : route.fallback()

test('the console, its event log and a list are read by themselves once the server has its database again', async () => {
  const all = unavailable()
  await page.route('**/graphql', all)
  await page.goto(address('developers/events'))
  await page.getByRole('heading', { name: 'The console was not loaded' }).waitFor()
  await page.getByText('The database is away').waitFor()
  const events = unavailable('EventPage')
  await page.route('**/graphql', events)
  await page.unroute('**/graphql', all)
  await page.getByRole('alert').getByText('The events could not be read.').waitFor()
  await page.unroute('**/graphql', events)
  await page.getByRole('list', { name: 'Events' }).getByRole('listitem').first().waitFor()
  expect(await page.getByText('The events could not be read.').count()).toBe(0)
  const posts = unavailable('Posts')
  await page.route('**/graphql', posts)
  await page.goto(address('posts'))
  await page.getByRole('alert').getByText('This could not be read.').waitFor()
  await page.unroute('**/graphql', posts)
  await page.getByRole('list', { name: 'Posts' }).getByRole('listitem').first().waitFor()
})
