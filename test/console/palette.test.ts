import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { enterConsole, useBrowser, violationsOf, type WatchedPage } from '../support/browser.ts'
import { givePassword } from '../support/clients/sessions.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)
const browser = useBrowser()
const address = () => `${app.url}/console/${tenant.organization.slug}`
let watched: WatchedPage
let page: Page
let postId: number

beforeAll(async () => {
  await givePassword(app, [tenant.admin])
  const send = (path: string, body: object) =>
    app.call('POST', `/api/v3${path}`, { headers: tenant.keyAndAdmin, body })
  const { body } = await send('/feature_requests', { title: 'Dark mode for all', description: 'x' })
  postId = body.id
  await app.graphql(
    'mutation { createCustomer(input: { email: "amara@clinic.example", name: "Amara Darko" }) { customer { id } } }',
    {},
    tenant.admin.session,
  )
  watched = await browser.open({ viewport: { width: 1360, height: 900 } })
  page = watched.page
  await enterConsole(page, address(), tenant.admin)
  await page.getByText('Live', { exact: true }).waitFor()
})

const palette = () => page.getByRole('dialog', { name: 'Search or run' })
const options = () => palette().getByRole('option').allInnerTexts()
/** Types a text that one action has, and runs it once the results of earlier letters are gone. */
async function runAction(text: string, name: RegExp): Promise<void> {
  await page.keyboard.type(text)
  const shown = async () => [await palette().getByRole('status').textContent(), await options()]
  await expect.poll(shown).toEqual([expect.stringMatching(/^1 /), [expect.stringMatching(name)]])
  await page.keyboard.press('Enter')
}

test('posts, people and pages are found, and Enter opens what is marked', async () => {
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  await page.keyboard.press('ControlOrMeta+k')
  await palette().waitFor()
  expect(requested.some((url) => /palette-.*\.js/.test(url))).toBe(true)
  await page.keyboard.type('dark')
  await expect
    .poll(options)
    .toEqual([
      expect.stringMatching(/^Dark mode for all\s+Submitted$/),
      expect.stringMatching(/^Amara Darko\s+amara@clinic.example$/),
      'Use the dark theme',
    ])
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await violationsOf(page)).toEqual([])
  }
  await page.keyboard.press('Enter')
  await page.waitForURL(`${address()}/posts/post_${postId}`)
  await page.goBack()
})

test('while a search runs, Enter opens nothing that an earlier text found', async () => {
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('dark mode')
  await expect.poll(options).toEqual([expect.stringMatching(/^Dark mode for all/)])
  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/graphql', async (route) => {
    await held
    await route.continue()
  })
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('light theme')
  await expect.poll(options).toEqual(['Use the light theme'])
  await page.keyboard.press('Enter')
  await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe('light')
  answer()
  await page.unrouteAll({ behavior: 'wait' })
})

test('arrows reach every line, and an action runs', async () => {
  await page.getByRole('button', { name: /^Search or run/ }).click()
  const marked = () => palette().getByRole('option', { selected: true }).innerText()
  await expect.poll(marked).toMatch(/^Dashboard/)
  await page.keyboard.press('ArrowUp')
  await expect.poll(marked).toBe('Sign out')
  await page.keyboard.press('ArrowDown')
  await expect.poll(marked).toMatch(/^Dashboard/)
  await runAction('dark theme', /dark theme/)
  await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe('dark')
  expect(await palette().count()).toBe(0)
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('xyzzy')
  await palette().getByText('Nothing found for “xyzzy”').waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => palette().count()).toBe(0)
  const focused = page.getByRole('button', { name: /^Search or run/ })
  expect(await focused.evaluate((element) => element === document.activeElement)).toBe(true)
})

test('a question mark lists the shortcuts, and single keys can be turned off', async () => {
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await page.getByLabel('Range').press('?')
  expect(await list.count()).toBe(0)
  await page.locator('h1').click()
  await page.keyboard.press('?')
  await list.getByText('Search or run…').waitFor()
  expect(await violationsOf(page)).toEqual([])
  await list.getByLabel(/Single keys/).uncheck()
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  await page.keyboard.press('ControlOrMeta+k')
  await palette().waitFor()
  expect(await list.count()).toBe(0)
  await runAction('keyboard', /^Keyboard/)
  await list.getByLabel(/Single keys/).check()
  expect(watched.faults).toEqual([])
})

test('the inbox lists its keys, and they can be turned off', async () => {
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  const form = page.getByRole('dialog', { name: 'New post' })
  await page.goto(`${app.url}/console/${tenant.organization.slug}/posts`)
  await page.getByRole('list', { name: 'Posts' }).or(page.getByText('No posts here')).first().waitFor()
  await page.keyboard.press('?')
  await list.getByText('New post').waitFor()
  await list.getByLabel(/Single keys/).uncheck()
  await page.keyboard.press('Escape')
  await page.keyboard.press('n')
  await page.keyboard.press('ControlOrMeta+k')
  await palette().waitFor()
  expect(await form.count()).toBe(0)
  await runAction('keyboard', /^Keyboard/)
  await list.getByLabel(/Single keys/).check()
  await page.keyboard.press('Escape')
  await page.keyboard.press('n')
  await form.waitFor()
  expect(watched.faults).toEqual([])
})
