import { beforeAll, expect, test } from 'vitest'
import { enterConsole, useBrowser, type WatchedPage } from '../support/browser.ts'
import { run } from '../support/clients/operations.ts'
import { givePassword } from '../support/clients/sessions.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)
const browser = useBrowser()
let watched: WatchedPage

beforeAll(async () => {
  await givePassword(app, [tenant.admin])
  watched = await browser.open({ viewport: { width: 1360, height: 900 } })
})

/** Opens a new entry, and pastes HTML into its text. Returns the text of each line. */
async function linesAfter(html: string): Promise<string[]> {
  const { page } = watched
  const { createChangelog } = await run(
    app,
    tenant.admin.session,
    'mutation { createChangelog(input: { title: "Pasted" }) { changelog { id } } }',
  )
  const { id } = createChangelog.changelog as { id: string }
  const address = `${app.url}/console/${tenant.organization.slug}/changelog/${id}`
  if (page.url() === 'about:blank') await enterConsole(page, address, tenant.admin)
  else await page.goto(address)
  const editor = page.getByRole('textbox', { name: 'Text' })
  await editor.click()
  await editor.evaluate((element, text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', text)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, html)
  return editor.locator(':scope > *').evaluateAll((lines) => lines.map(({ outerHTML }) => outerHTML))
}

const LINK = '<a href="https://example.com/">guide</a>'
const STORED = '<a rel="noopener noreferrer nofollow" href="https://example.com/">guide</a>'

test.each([
  [
    'of a spreadsheet',
    `<meta charset="utf-8"><table style="width:9px"><tr><td>Plan</td><td>Price</td></tr>
      <tr><td>Small</td><td><b>5</b></td></tr></table>`,
    ['<p>Plan | Price</p>', '<p>Small | <strong>5</strong></p>'],
  ],
  [
    'of a text program, between two lines',
    `<p>Before</p><table><tbody><tr><th><p class="MsoNormal">Plan</p></th><th><p>See ${LINK}</p></th></tr></tbody></table><p>After</p>`,
    ['<p>Before</p>', `<p>Plan | See ${STORED}</p>`, '<p>After</p>'],
  ],
  [
    'with blocks and a table in its cells',
    `<table><tr><td>Left</td><td><ul><li>one</li></ul><table><tr><td>a</td><td>b</td></tr></table></td></tr></table>`,
    ['<p>Left</p>', '<ul><li><p>one</p></li></ul>', '<p>a | b</p>'],
  ],
])('a pasted table %s becomes lines', async (_name, html, lines) => {
  expect(await linesAfter(html)).toEqual(lines)
  expect(watched.faults).toEqual([])
})

test.each([
  [
    'of Google Docs',
    `<b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr" style="line-height:1.38"><span style="font-weight:400;font-style:normal">Plain </span><span style="font-weight:700">bold </span><span style="font-weight:400;font-style:italic">slanted</span></p></b>`,
    ['<p>Plain <strong>bold </strong><em>slanted</em></p>'],
  ],
  [
    'with marks that have no tool',
    `<p>10<sup>6</sup> H<span style="vertical-align:sub">2</span>O <del>old</del> <kbd>Ctrl</kbd> <mark>new</mark></p>`,
    ['<p>10<sup>6</sup> H<sub>2</sub>O <del>old</del> <kbd>Ctrl</kbd> <mark>new</mark></p>'],
  ],
])('a pasted text %s keeps what it means', async (_name, html, lines) => {
  expect(await linesAfter(html)).toEqual(lines)
  expect(watched.faults).toEqual([])
})

test('a pasted picture that pages do not show becomes a link, or words inside of a link', async () => {
  const http = 'http://pictures.example/a.png'
  const pasted = `<p>See</p><img src="${http}" alt="a plan"><p><img src="${http}"></p>
    <p><a href="https://example.com/"><img src="${http}" alt="guide"></a></p>`
  const link = (words: string) =>
    `<p><a rel="noopener noreferrer nofollow" href="http://pictures.example/a.png">${words}</a></p>`
  expect(await linesAfter(pasted)).toEqual(['<p>See</p>', link('a plan'), link(http), `<p>${STORED}</p>`])
  expect(watched.faults).toEqual([])
})

test.each([
  ['in the editor', '<p>x</p><img src="http://pictures.example/a.png" />'],
  ['as HTML', '<table><tr><td>x <img src="http://pictures.example/a.png" /></td></tr></table>'],
])('a text from before that is edited %s has the reason of the server at its field', async (_name, html) => {
  const { page } = watched
  await linesAfter('')
  await app.database.pool.query(
    'update changelogs set description_html = $1 where id = (select max(id) from changelogs)',
    [html],
  )
  await page.reload()
  const text = page.getByRole('textbox', { name: 'Text' })
  await text.focus()
  await page.keyboard.press('Control+Home')
  await page.keyboard.type('More')
  const reason = 'Has a picture with an http: address (use an https: address, or upload the picture)'
  await expect.poll(() => text.getAttribute('aria-invalid')).toBe('true')
  const described = (await text.getAttribute('aria-describedby')) ?? ''
  expect(await page.locator(`[id="${described}"][role=alert]`).textContent()).toBe(reason)
  expect(await page.getByRole('alert').count()).toBe(1)
  // The text is saved without the picture.
  await page.keyboard.press('Control+A')
  await page.keyboard.type('Words')
  await page.getByText(/^Saved /).waitFor()
  expect(await text.getAttribute('aria-invalid')).toBe('false')
  // The policy of the page blocks the picture in the editor.
  for (const fault of watched.faults.splice(0)) expect(fault).toMatch(/img-src|pictures\.example/)
})
