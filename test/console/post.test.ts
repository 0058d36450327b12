import { beforeAll, expect, test } from 'vitest'
import { useBrowser } from '../support/browser.ts'
import { openInbox, type Inbox } from '../support/inbox.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)
const browser = useBrowser()
const POSTS = 4
let inbox: Inbox

beforeAll(async () => {
  inbox = await openInbox(app, tenant, browser, POSTS)
})

test('a post has its conversation, its votes and its history', async () => {
  const { page, faults, ids, address, send, titles, press } = inbox
  await send('PATCH', `/feature_requests/${ids.at(-1)}`, { status: 'planned' })
  await page.goto(address)
  await page.getByRole('link', { name: 'Idea 1' }).click()
  await page.getByLabel('Comment', { exact: true }).waitFor()
  await page.getByRole('heading', { name: 'Idea 1' }).click()
  await press('i')
  await page.keyboard.type('Ask the sales team')
  await press('Control+Enter')
  await page
    .getByRole('article')
    .filter({ hasText: 'Ask the sales team' })
    .getByText('Internal')
    .first()
    .waitFor()
  await page.getByRole('link', { name: /^Votes/ }).click()
  await page.getByLabel('Vote on behalf of').fill('cleo@people.example')
  await page.getByRole('button', { name: 'Add vote' }).click()
  await page.getByRole('list', { name: 'Votes' }).getByText('cleo@people.example').waitFor()
  await page.getByRole('link', { name: 'History' }).click()
  const history = page.getByRole('list', { name: 'History' })
  await history.getByText('Vote', { exact: true }).waitFor()
  expect(await history.innerText()).toMatch(/Status: Submitted → Planned/)
  await press('n')
  await page.getByLabel('Title').fill('Voice notes')
  await page.getByRole('button', { name: 'Create post' }).click()
  await page.getByRole('heading', { name: 'Voice notes' }).waitFor()
  await page
    .getByRole('toolbar', { name: 'Actions for this post' })
    .getByRole('button', { name: 'Delete' })
    .click()
  await page.getByLabel(/^Type Voice notes/).fill('Voice notes')
  await page.getByRole('button', { name: 'Delete post' }).click()
  await expect.poll(titles).not.toContain('Voice notes')
  expect(faults).toEqual([])
})

test('a comment that is not sent stays with its post, and a reply has a text of its own', async () => {
  const { page, address, titles } = inbox
  await page.goto(address)
  const posts = page.getByRole('list', { name: 'Posts' })
  await posts.getByRole('link').first().waitFor()
  const [first = '', second = ''] = await titles()
  const comment = page.getByLabel('Comment', { exact: true })
  await posts.getByRole('link', { name: first, exact: true }).click()
  await comment.fill('Half a thought')
  await posts.getByRole('link', { name: second, exact: true }).click()
  await page.getByRole('heading', { name: second, exact: true }).waitFor()
  expect(await comment.inputValue()).toBe('')
  await posts.getByRole('link', { name: first, exact: true }).click()
  await page.getByRole('heading', { name: first, exact: true }).waitFor()
  expect(await comment.inputValue()).toBe('Half a thought')
  await page.getByRole('link', { name: /^Votes/ }).click()
  await page.getByRole('link', { name: /^Comments/ }).click()
  expect(await comment.inputValue()).toBe('Half a thought')
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await expect.poll(() => comment.inputValue()).toBe('')
  await comment.fill('The rest of it')
  await page.getByRole('button', { name: 'Reply' }).first().click()
  const reply = page.getByRole('textbox', { name: /^Reply to/ })
  expect(await reply.inputValue()).toBe('')
  await reply.fill('Dropped')
  await page.getByRole('button', { name: 'Cancel' }).click()
  expect(await comment.inputValue()).toBe('The rest of it')
  await page.getByRole('button', { name: 'Reply' }).first().click()
  expect(await reply.inputValue()).toBe('')
})

test('a tag behind the first hundred is found and given', async () => {
  const { page, address } = inbox
  const names = Array.from({ length: 101 }, (_, number) => `Tag ${String(number).padStart(3, '0')}`)
  const organizationId = tenant.organization.id
  await app.database.kysely
    .insertInto('tags')
    .values(names.map((name) => ({ organizationId, name, color: '#000000' })))
    .execute()
  await page.goto(address)
  await page.locator('[data-post]').first().click()
  const actions = page.getByRole('toolbar', { name: 'Actions for this post' })
  await actions.getByRole('button', { name: 'Tags' }).click()
  await page.keyboard.type('Tag 100')
  await page.getByRole('option', { name: 'Tag 100' }).click()
  await expect.poll(() => actions.getByRole('button', { name: 'Tags' }).innerText()).toContain('Tag 100')
})

test('a post that the portal does not show has no link to it, and says why', async () => {
  const { page, address, ids, send } = inbox
  const link = page.getByRole('link', { name: /portal/ })
  await page.goto(`${address}/post_${ids[1]}`)
  await expect.poll(() => link.getAttribute('href')).toContain('/p/')
  await send('PATCH', `/feature_requests/${ids[1]}`, { approval_status: 'pending' })
  await page.getByRole('link', { name: /^Not on the portal/ }).waitFor()
  expect(await link.getAttribute('href')).toBeNull()
})
