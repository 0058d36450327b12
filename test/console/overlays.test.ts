import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { enterConsole, useBrowser, type WatchedPage } from '../support/browser.ts'
import { startScene, type Scene } from '../support/fixtures/scene.ts'

/** Buttons of a page by their names. Each opens a dialog, a list or a menu. */
type Entry = [path: string, names: (string | RegExp)[]]

const DIALOGS: Entry[] = [
  ['/posts', ['New post']],
  ['/posts/:post', ['Edit', 'Merge', 'Delete']],
  ['/moderation', [/^Block /]],
  ['/roadmaps', ['New roadmap']],
  ['/roadmaps/:roadmap', ['Settings of the roadmap', 'Add posts']],
  ['/changelog', ['New entry']],
  ['/changelog/:entry', ['Delete']],
  ['/customers', ['New customer']],
  ['/customers/:customer', ['Edit', 'Delete customer', 'Edit fields', 'Claim contributions']],
  ['/boards', [/^Delete /]],
  ['/statuses', [/^Delete /]],
  ['/tags', [/^Delete /]],
  ['/team', [/^Withdraw /, /^Remove /]],
  ['/imports/:doneImport', ['Delete', 'Undo import']],
  ['/settings/sso', ['Make a new key']],
  ['/developers/keys', ['Create API key', /^Revoke /]],
  ['/developers/webhooks/:webhook', ['Redeliver…']],
]
const LISTS: Entry[] = [
  ['/posts', ['Board', 'Status', 'Tags', 'Created', 'People']],
  ['/developers/events', ['Types', 'By']],
  ['/developers/audit', ['Actions', 'By']],
]
/** Maximum number of stops of a dialog. */
const MAX_STOPS = 60

const browser = useBrowser()
let scene: Scene
let desk: WatchedPage

beforeAll(async () => {
  scene = await startScene()
  desk = await browser.open({ viewport: { width: 1360, height: 900 } })
  await enterConsole(desk.page, `${scene.app.url}/console/${scene.slug}`, scene.admin)
})
afterAll(() => scene.stop())

async function open(path: string): Promise<void> {
  const idOf = (name: keyof Scene) =>
    name === 'customer' ? `cus_${scene.customer.databaseId}` : (scene[name] as { id: string }).id
  const address = path.replace(/:(\w+)/, (_all, name: keyof Scene) => idOf(name))
  await desk.page.goto(`${scene.app.url}/console/${scene.slug}${address}`)
}

const named = (name: string | RegExp) =>
  desk.page.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name }).first()

/** Presses a button by the keyboard. */
async function press(button: Locator): Promise<void> {
  await button.focus()
  await desk.page.keyboard.press('Enter')
}

const hasFocus = (element: Locator) => element.evaluate((one) => one === document.activeElement)
const holdsFocus = (element: Locator) => element.evaluate((one) => one.contains(document.activeElement))

/** Moves through a dialog by Tab, until the focus is where it was. Returns the number of stops outside of it. */
async function stopsOutside(page: Page, dialog: Locator): Promise<number> {
  const first = await page.evaluateHandle(() => document.activeElement)
  for (let stop = 0, outside = 0; stop < MAX_STOPS; stop++) {
    await page.keyboard.press('Tab')
    // Between the last stop and the first one, the browser's own controls have the focus.
    if (await page.evaluate((one) => document.activeElement === one, first)) return outside
    if (!(await holdsFocus(dialog)) && !(await hasFocus(page.locator('body')))) outside++
  }
  return MAX_STOPS
}

test.each(DIALOGS)('dialogs of %s keep the focus, and Escape gives it back', async (path, names) => {
  const { page, faults } = desk
  await open(path)
  for (const name of names) {
    const button = named(name)
    await press(button)
    const dialog = page.locator('dialog[open]')
    await dialog.waitFor()
    await expect.poll(() => holdsFocus(dialog), { message: String(name) }).toBe(true)
    expect(await stopsOutside(page, dialog), String(name)).toBe(0)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await expect.poll(() => hasFocus(button), { message: String(name) }).toBe(true)
  }
  expect(faults).toEqual([])
})

test.each(LISTS)('lists of %s have the focus, and Escape gives it back', async (path, names) => {
  const { page, faults } = desk
  await open(path)
  for (const name of names) {
    const button = named(name)
    await press(button)
    const list = page.locator(':popover-open')
    await list.waitFor()
    await expect.poll(() => holdsFocus(list), { message: String(name) }).toBe(true)
    await page.keyboard.press('Escape')
    await list.waitFor({ state: 'hidden' })
    await expect.poll(() => hasFocus(button), { message: String(name) }).toBe(true)
  }
  expect(faults).toEqual([])
})

test('the palette stays below an open dialog, whose text would be lost', async () => {
  const { page, faults } = desk
  await open('/posts')
  await press(named('New post'))
  const dialog = page.locator('dialog[open]')
  await dialog.getByLabel('Title').fill('Half a thought')
  await page.keyboard.press('Control+k')
  expect(await dialog.count()).toBe(1)
  expect(await dialog.getByLabel('Title').inputValue()).toBe('Half a thought')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog', { name: 'Search or run' }).waitFor()
  await page.keyboard.press('Control+k')
  await dialog.waitFor({ state: 'hidden' })
  expect(faults).toEqual([])
})

test('a board that is wider than the page fades at the edge behind which columns follow', async () => {
  const { page, faults } = desk
  await open('/roadmaps/:roadmap')
  const board = page.getByRole('group', { name: 'Board', exact: true })
  const edges = () =>
    board.evaluate((one) =>
      [...one.attributes].flatMap(({ name }) => (name.startsWith('data-more') ? name : [])),
    )
  for (const [width, left, expected] of [
    [500, 0, ['data-more-after']],
    [500, 9999, ['data-more-before']],
    [2400, 0, []],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await board.evaluate((one, to) => (one.scrollLeft = to), left)
    await expect.poll(edges).toEqual(expected)
  }
  await page.setViewportSize({ width: 1360, height: 900 })
  expect(faults).toEqual([])
})

test('an open list stays at its button while the window is resized and the page is scrolled', async () => {
  const { page, faults } = desk
  await open('/posts')
  const button = named('Board')
  await button.click()
  const list = page.locator(':popover-open')
  const distance = async () => {
    const [from, to] = [await button.boundingBox(), await list.boundingBox()]
    return from && to && { left: to.x - from.x, top: to.y - from.y - from.height }
  }
  const before = await distance()
  expect(before).toMatchObject({ left: 0 })
  await page.setViewportSize({ width: 900, height: 700 })
  await expect.poll(distance).toEqual(before)
  await page.evaluate(() => scrollBy(0, 60))
  await expect.poll(distance).toEqual(before)
  await page.setViewportSize({ width: 1360, height: 900 })
  expect(faults).toEqual([])
})

test('a dialog with a text of several lines asks before it is closed without its button', async () => {
  const { page, faults } = desk
  await open('/posts')
  await press(named('New post'))
  const dialog = page.locator('dialog[open]')
  const description = dialog.getByLabel('Description')
  const questions: string[] = []
  page.on('dialog', (question) => {
    questions.push(question.message())
    void (questions.length === 1 ? question.dismiss() : question.accept())
  })
  await description.fill('A long thought')
  await page.keyboard.press('Escape')
  await expect.poll(() => questions.length).toBe(1)
  expect(await description.inputValue()).toBe('A long thought')
  await description.press('End')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  expect(questions).toHaveLength(2)
  await press(named('New post'))
  expect(await description.inputValue()).toBe('')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  expect(questions).toHaveLength(2)
  page.removeAllListeners('dialog')
  expect(faults).toEqual([])
})
