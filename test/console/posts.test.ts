import { beforeAll, expect, test } from 'vitest'
import { useBrowser } from '../support/browser.ts'
import { openInbox, type Inbox } from '../support/inbox.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)
const browser = useBrowser()
const POSTS = 10
let inbox: Inbox

beforeAll(async () => {
  inbox = await openInbox(app, tenant, browser, POSTS)
})

/** Chooses the status that starts with a letter for the post that has the focus. */
async function chooseStatus(letter: string) {
  const choices = inbox.page.getByRole('listbox', { name: 'Status' })
  await inbox.press('s')
  await choices.waitFor()
  await inbox.press(letter, 'Enter')
  await choices.waitFor({ state: 'hidden' })
}

test('ten posts are triaged by keyboard alone, and leave the list of open ones', async () => {
  const { page, faults, ids, rows, press, statusOf } = inbox
  for (const _ of ids) {
    await press('j')
    await page.locator('[data-post]:focus').waitFor()
    await chooseStatus('p')
  }
  await expect
    .poll(() => Promise.all(ids.map(statusOf)))
    .toEqual(ids.map(() => expect.stringMatching(/planned/i)))
  expect(await rows.first().innerText()).toContain('Planned')
  expect(faults).toEqual([])
})

test('a change of several posts is taken back by Undo', async () => {
  const { page, ids, toasts, titles, press, statusOf } = inbox
  await page.getByRole('checkbox', { name: 'Select “Idea 10”' }).check()
  await page.getByRole('checkbox', { name: 'Select “Idea 8”' }).click({ modifiers: ['Shift'] })
  const bar = page.getByRole('toolbar', { name: 'Actions for the chosen posts' })
  await bar.getByText('3 selected').waitFor()
  await bar.getByRole('button', { name: /^Status/ }).click()
  await page.getByRole('option', { name: 'Completed' }).click()
  await toasts.getByText('3 posts are now Completed').waitFor()
  expect(await statusOf(ids[2])).toMatch(/completed/i)
  await toasts.getByRole('button', { name: 'Undo' }).last().click()
  await expect
    .poll(() => Promise.all(ids.slice(0, 3).map(statusOf)))
    .toEqual(Array(3).fill(expect.stringMatching(/planned/i)))
  await expect.poll(titles).toHaveLength(POSTS)
  await press('Escape')
})

test('the newest of several notices alone shows the key of Undo, which takes its change back', async () => {
  const { page, ids, toasts, titles, press, statusOf } = inbox
  const [title] = await titles()
  const shown = async () => {
    const texts = await toasts.locator('> div').allInnerTexts()
    return texts.map((text) => text.replaceAll(/\s+/g, ' ').trim()).slice(-2)
  }
  await page.locator('[data-post]').first().focus()
  await chooseStatus('s')
  await toasts.getByText('now Submitted').waitFor()
  await chooseStatus('p')
  await expect.poll(shown).toEqual([`“${title}” is now Submitted Undo`, `“${title}” is now Planned Undo z`])
  await press('z')
  await expect.poll(async () => (await shown()).at(-1)).toBe(`“${title}” is now Submitted Undo z`)
  await expect.poll(() => statusOf(ids[0])).toMatch(/submitted/i)
  await press('z')
  await expect.poll(() => statusOf(ids[0])).toMatch(/planned/i)
})

test('x and Shift+x select a range, and the dialog of a merge has the focus in its search', async () => {
  const { page, press } = inbox
  await page.locator('[data-post]').first().focus()
  await press('x', 'j', 'j', 'Shift+X')
  const bar = page.getByRole('toolbar', { name: 'Actions for the chosen posts' })
  await bar.getByText('3 selected').waitFor()
  await press('Escape', 'm')
  const search = page.getByRole('dialog').getByRole('searchbox')
  await search.waitFor()
  await expect.poll(() => search.evaluate((field) => field === document.activeElement)).toBe(true)
  await press('Escape')
})

test('a letter that no status starts with leaves the choice, and a repeated one goes on to the next', async () => {
  const { page, press } = inbox
  await page.locator('[data-post]').first().focus()
  await press('s')
  const active = page.getByRole('listbox', { name: 'Status' }).locator('[data-active]')
  await active.waitFor()
  await press('p', 'z')
  expect(await active.innerText()).toContain('Planned')
  const seen = new Set<string>()
  for (let time = 0; time < 2; time += 1) {
    await press('i')
    seen.add(await active.innerText())
  }
  expect(seen).toEqual(new Set(['In Progress', 'In Review']))
  await press('Escape')
})

test('keys that follow s at once go to the list that it opens', async () => {
  const { page, rows, press } = inbox
  await page.locator('[data-post]').first().focus()
  await page.evaluate(() => {
    const type = (key: string) =>
      document.activeElement?.dispatchEvent(
        new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
      )
    type('s')
    type('End')
  })
  const active = page.getByRole('listbox', { name: 'Status' }).locator('[data-active]')
  await expect.poll(() => active.innerText()).toContain('Closed')
  await press('Escape')
  expect(await rows.first().innerText()).toContain('Planned')
})

test('z takes the last change back, and the list of keys names all of the page without an open post', async () => {
  const { page, ids, toasts, press, statusOf } = inbox
  await page.locator('[data-post]').first().focus()
  await press('s')
  await page.getByRole('listbox', { name: 'Status' }).waitFor()
  await press('c', 'Enter')
  await toasts.getByText(/^“Idea \d+” is now Completed/).waitFor()
  await press('z')
  await expect.poll(() => statusOf(ids[0])).toMatch(/planned/i)
  await press('?')
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  for (const text of ['Merge', 'Comment', 'Internal note', 'Approve', 'Hide', 'Undo the last change'])
    await dialog.getByText(text, { exact: true }).waitFor()
  await press('Escape')
})

test('filters and order are in the address, and survive a reload and Back', async () => {
  const { page, titles } = inbox
  await page.getByLabel('Order').selectOption('oldest')
  await expect.poll(async () => (await titles())[0]).toBe('Idea 1')
  await page.getByRole('searchbox', { name: 'Search posts' }).fill('“Idea 7”')
  await expect.poll(titles).toEqual(['Idea 7'])
  await page.getByRole('link', { name: 'Idea 7' }).click()
  await page.getByRole('heading', { name: 'Idea 7' }).waitFor()
  expect(page.url()).toMatch(/posts\/post_\w+\?.*q=/)
  await page.reload()
  await page.getByRole('heading', { name: 'Idea 7' }).waitFor()
  await expect.poll(titles).toEqual(['Idea 7'])
  await page.goBack()
  await page.getByRole('heading', { name: 'Idea 7' }).waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect.poll(titles).toHaveLength(POSTS)
})

test('a refused change becomes as it was, with its reason', async () => {
  const { page, rows, toasts, press } = inbox
  await page.route('**/graphql', async (route) => {
    const asked = route.request().postDataJSON() as { operationName: string; variables: { ids: string[] } }
    if (asked.operationName !== 'UpdatePosts') return route.fallback()
    const results = asked.variables.ids.map(() => ({
      __typename: 'PostUpdateResult',
      post: null,
      errors: [{ __typename: 'UserError', message: 'Another person was faster.' }],
    }))
    const updatePosts = { __typename: 'UpdatePostsPayload', results, errors: [] }
    return route.fulfill({ json: { data: { updatePosts } } })
  })
  const first = rows.first()
  // The time since the post was made changes within the test.
  const textOf = async () => (await first.innerText()).replace(await first.locator('time').innerText(), '')
  const before = await textOf()
  await first.getByRole('link').focus()
  await press('s')
  await page.getByRole('listbox').waitFor()
  await press('c', 'Enter')
  await toasts.getByText(/was not changed. Another person was faster./).waitFor()
  await expect.poll(textOf).toBe(before)
  await page.unrouteAll({ behavior: 'wait' })
})

test('rows move live, and new ones wait while the list is read', async () => {
  const { page, faults, ids, address, send, rows, titles } = inbox
  await page.goto(address)
  await expect.poll(titles).toHaveLength(POSTS)
  await rows.first().hover()
  await send('PATCH', `/feature_requests/${ids[0]}`, { title: 'Idea X' })
  await expect.poll(async () => (await titles())[0]).toBe('Idea X')
  await send('POST', '/feature_requests', { title: 'Held back', description: 'x' })
  await page.getByRole('button', { name: '1 new' }).waitFor()
  expect(await titles()).not.toContain('Held back')
  await page.getByRole('button', { name: '1 new' }).click()
  await expect.poll(async () => (await titles())[0]).toBe('Held back')
  expect(faults).toEqual([])
})
