import { afterAll, beforeAll, expect, test } from 'vitest'
import { sanitize, toMarkdown } from '../../src/lib/rich-text/html.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { changelogCalls } from '../support/fixtures/changelogs.ts'
import { run } from '../support/clients/operations.ts'
import { createTenant, type Tenant } from '../support/fixtures/scenario.ts'

let app: TestApp
let tenant: Tenant

beforeAll(async () => {
  app = await startApp()
  tenant = await createTenant(app)
})
afterAll(() => app.stop())

const SCRIPT = '&#10;&#10;&lt;script&gt;alert(1)&lt;/script&gt;&#10;&#13;&lt;b&gt;'

test.each([
  `<p><a href="https://x.org" title="x${SCRIPT}">y</a></p>`,
  `<p><img src="https://x.org/i.png" alt="x${SCRIPT}" title="x${SCRIPT}"></p>`,
  `<p><a href="https://x.org/${SCRIPT}">y</a> <img src="https://x.org/)${SCRIPT}" alt="](javascript:x)"></p>`,
])('an attribute of %s becomes neither HTML nor a separate line in the Markdown', (html) => {
  const markdown = toMarkdown(sanitize(html))
  expect(markdown).not.toMatch(/\n/)
  expect(markdown.replace(/\\./g, '')).not.toMatch(/</)
})

test('keeps titles and alternative texts unchanged', () => {
  const link = '<p><a href="https://x.org/a_(b)?a=1&amp;b=2" title="5 * &quot;6&quot; &amp; [7]">y</a></p>'
  expect(toMarkdown(sanitize(link))).toBe('[y](https://x.org/a_\\(b\\)?a=1&b=2 "5 \\* \\"6\\" & \\[7\\]")')
  const image = '<p><img src="https://x.org/i j.png" alt="a\n\n  b"></p>'
  expect(toMarkdown(sanitize(image))).toBe('![a b](<https://x.org/i j.png>)')
})

test('renders the Markdown of an entry when it is written, not when it is read', async () => {
  const { written, change, read } = changelogCalls(app, tenant)
  const entry = await written({ description: '<h2>One</h2><p><b>two</b></p>' })
  expect(entry.description_markdown).toBe('## One\n\n**two**')
  const stored = async () =>
    (await app.database.pool.query('select description_markdown from changelogs where id = $1', [entry.id]))
      .rows[0].description_markdown
  expect(await stored()).toBe('## One\n\n**two**')
  const changed = await change(entry.id, { description: '<ul><li>a</li></ul>' })
  expect(changed.body.changelogs[0].description_markdown).toBe('-   a')
  expect(await stored()).toBe('-   a')
  await app.database.pool.query(`update changelogs set description_markdown = 'kept' where id = $1`, [
    entry.id,
  ])
  expect((await read(entry.id)).body.changelogs[0].description_markdown).toBe('kept')
  const { changelog } = await run(
    app,
    tenant.key,
    `{ changelog(by: {databaseId: ${entry.id}}) { descriptionMarkdown } }`,
  )
  expect(changelog.descriptionMarkdown).toBe('kept')
  await change(entry.id, { description: '' })
  expect(await stored()).toBe('')
})
