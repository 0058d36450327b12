import { beforeAll, expect, test } from 'vitest'
import { useBrowser } from '../support/browser.ts'
import { openInbox, type Inbox } from '../support/inbox.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)
const browser = useBrowser()
let inbox: Inbox

beforeAll(async () => {
  inbox = await openInbox(app, tenant, browser, 4)
})

test('a merge and its end give back exactly', async () => {
  const { page, ids, send, toasts, titles } = inbox
  await page.mouse.move(0, 0)
  const vote = (id: number | undefined, email: string) =>
    send('POST', '/votes_on_behalf', { feature_request_id: id, by_email: tenant.admin.email, email })
  await vote(ids[1], 'ada@people.example')
  await vote(ids[2], 'bob@people.example')
  const facts = async () =>
    Promise.all(
      ids.slice(1, 3).map(async (id) => {
        const { votes_count, status, merged } = await send('GET', `/feature_requests/${id}`)
        return { votes_count, status, merged }
      }),
    )
  const before = await facts()
  await page.getByRole('link', { name: 'Idea 3' }).click()
  await page.getByRole('heading', { name: 'Idea 3' }).waitFor()
  await page
    .getByRole('toolbar', { name: 'Actions for this post' })
    .getByRole('button', { name: 'Merge' })
    .click()
  await page.getByLabel('Search for the post to keep').fill('“Idea 2”')
  await page.getByRole('radio', { name: /Idea 2/ }).check()
  await page.getByText(/^Moves 2 votes and 0 comments to “Idea 2”/).waitFor()
  await page.getByRole('button', { name: 'Merge post' }).click()
  await toasts.getByText(/^Merged “Idea \d” into “Idea 2”/).waitFor()
  await page.locator('[data-post]:focus').waitFor()
  expect((await facts())[1]?.votes_count).toBe(3)
  await page.getByRole('link', { name: 'Idea 2' }).first().click()
  await page.getByRole('button', { name: 'Unmerge “Idea 3”' }).click()
  await expect.poll(facts).toEqual(before)
  await expect.poll(titles).toContain('Idea 3')
})

test('a similar post is merged into the older one after both are named, and the lists beside follow', async () => {
  const { page, faults, address, send } = inbox
  const create = async (title: string) =>
    (await send('POST', '/feature_requests', { title, description: 'Rows and columns' })).id as number
  const oldId = await create('Export to a spreadsheet')
  const id = await create('Export to a spreadsheet file')
  await send('PATCH', `/feature_requests/${oldId}`, { status: 'planned' })
  await send('POST', '/comments', { feature_request_id: id, comment: 'From the newer post' })
  const sentence = page.getByRole('article').getByText('From the newer post')
  await page.goto(`${address}/post_${oldId}`)
  await page.getByText('No comments yet.').waitFor()
  const other = await page.context().newPage()
  await other.goto(`${address}/post_${id}`)
  await other.getByRole('button', { name: 'Merge into this: “Export to a spreadsheet”' }).click()
  const dialog = other.getByRole('dialog', { name: 'Merge 2 posts' })
  await dialog.getByRole('radio', { name: /^Export to a spreadsheet 1 vote Planned/ }).waitFor()
  await dialog
    .getByText(/^Moves 1 vote and 1 comment to “Export to a spreadsheet”.*keeps its status, Planned/)
    .waitFor()
  await dialog.getByRole('button', { name: 'Merge post' }).click()
  await other.getByRole('heading', { name: 'Export to a spreadsheet', exact: true }).waitFor()
  await other.close()
  await sentence.waitFor()
  await page.getByRole('button', { name: 'Unmerge “Export to a spreadsheet file”' }).click()
  await sentence.waitFor({ state: 'detached' })
  expect(faults).toEqual([])
})

test('a merged post takes no comments, votes and followers, and one that is gone says so', async () => {
  const { page, address, ids, send } = inbox
  const [gone, merged, into] = ids
  await page.goto(`${address}/post_${merged}`)
  const comment = page.getByLabel('Comment', { exact: true })
  await comment.waitFor()
  await send('POST', `/feature_requests/${into}/merge_posts`, { child_feature_request_ids: [merged] })
  await page.getByRole('article').getByText('Merged into').waitFor()
  expect(await page.getByRole('article').getByRole('textbox').count()).toBe(0)
  for (const part of ['Votes', 'Followers']) {
    await page.getByRole('article').getByRole('link', { name: part }).click()
    await page.getByRole('article').locator('[aria-current=page]', { hasText: part }).waitFor()
    expect(await page.getByRole('article').getByRole('textbox').count()).toBe(0)
  }
  await page.goto(`${address}/post_${gone}`)
  await comment.waitFor()
  await send('DELETE', `/feature_requests/${gone}`)
  await page.getByText('This post is gone').waitFor()
  expect(await comment.count()).toBe(0)
})

test('a merge is one line that names both posts, and a line names a status only if it has changed', async () => {
  const { page, faults, send } = inbox
  const submit = async (title: string) =>
    (await send('POST', '/feature_requests', { title, description: 'x' })).id as number
  const [id, duplicate] = [await submit('Calendar'), await submit('Calendar view')]
  await send('PATCH', `/feature_requests/${id}`, { title: 'Calendars' })
  await send('POST', `/feature_requests/${id}/merge_posts`, { child_feature_request_ids: [duplicate] })
  await page.goto(`${app.url}/console/${tenant.organization.slug}/developers/events?since=1h`)
  const rows = page.getByRole('list', { name: 'Events' }).getByRole('listitem')
  await rows.first().waitFor()
  const [merge, update] = (await rows.allInnerTexts()).map((text) => text.split('\n').slice(1).join(' '))
  expect(merge).toMatch(/^Post merged Calendar view into “Calendars”/)
  expect(update).toMatch(/^Post changed Calendars by|^Post changed Calendars [^n]/)
  await page.goto(`${app.url}/console/${tenant.organization.slug}/posts/post_${duplicate}?part=history`)
  const history = page.getByRole('list', { name: 'History' })
  await history.getByText(`Merged into: none → “Calendars” (post_${id})`).waitFor()
  expect(await history.getByText('Post changed').count()).toBe(0)
  expect(faults).toEqual([])
})
