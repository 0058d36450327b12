import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { enterConsole, useBrowser, violationsOf, WIDTHS } from '../support/browser.ts'
import { givePassword } from '../support/clients/sessions.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)
const browser = useBrowser()
const address = () => `${app.url}/console/${tenant.organization.slug}`
const BUILT = new URL('../../.console/', import.meta.url)
/** Limits of the JavaScript of the first route, compressed, in bytes, and of the shift of its layout. */
const MAX_SCRIPT = 150_000
const MAX_SHIFT = 0.02
/** Files of the build, with what each loads at once. */
type Manifest = Record<string, { file: string; isEntry?: boolean; imports?: string[] }>
const THEMES = ['light', 'dark'] as const

beforeAll(async () => {
  await givePassword(app, [tenant.admin])
  for (const body of [
    { title: 'Dark mode', description: 'x' },
    { title: 'Later', description: 'x', approval_status: 'pending' },
  ])
    await app.call('POST', '/api/v3/feature_requests', { headers: tenant.key, body })
})

/** Asserts that the dashboard breaks no rule in any theme. */
async function look(page: Page): Promise<void> {
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme })
    expect(await violationsOf(page, colorScheme), colorScheme).toEqual([])
    const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
    expect(overflow, colorScheme).toBeLessThanOrEqual(0)
  }
}

test.each(WIDTHS)('the dashboard has no violation of WCAG 2.2 AA in both themes: %i px', async (width) => {
  const { page, faults } = await browser.open({ viewport: { width, height: 900 } })
  await enterConsole(page, address(), tenant.admin)
  await page.getByRole('button', { name: /^Approve/ }).waitFor()
  await look(page)
  await page.getByText('As a table').click()
  const more = page.getByRole('button', { name: 'More' })
  if (await more.isVisible()) {
    await more.click()
    expect(await page.getByRole('navigation', { name: 'Main pages' }).getByRole('link').count()).toBe(4)
  }
  await page.locator('summary', { hasText: 'Account' }).click()
  await look(page)
  expect(faults).toEqual([])
})

/** Expression of the sum of the layout shifts of a page so far. The observer has the buffered ones at once. */
const SUM_OF_SHIFTS = `(() => {
  const observer = new PerformanceObserver(() => {})
  observer.observe({ type: 'layout-shift', buffered: true })
  return observer.takeRecords().reduce((sum, { value }) => sum + value, 0)
})()`

test('the first route loads little JavaScript, shifts nothing and asks no other host', async () => {
  const { page, faults } = await browser.open({ viewport: { width: 1360, height: 900 } })
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  await enterConsole(page, address(), tenant.admin)
  await page.getByRole('button', { name: /^Approve/ }).waitFor()
  const scripts = [...new Set(requested)].filter((url) => url.endsWith('.js'))
  const sizes = scripts.map(
    (url) => gzipSync(readFileSync(new URL(new URL(url).pathname.replace('/console/', ''), BUILT))).length,
  )
  expect(sizes.length).toBeGreaterThan(0)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MAX_SCRIPT)
  expect(await page.evaluate(SUM_OF_SHIFTS)).toBeLessThan(MAX_SHIFT)
  expect(
    requested.filter((url) => !url.startsWith(app.url) && !url.startsWith(app.url.replace('http', 'ws'))),
  ).toEqual([])
  expect(faults).toEqual([])
})

test('a page of every address has the strict policy, and a file that is gone is no page', async () => {
  for (const path of ['/console', '/console/acme', '/console/acme/posts/post_1']) {
    const { status, headers, text } = await app.call('GET', path)
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("require-trusted-types-for 'script'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe')
    expect(text).toContain('/console/assets/')
  }
  const gone = await app.call('GET', '/console/assets/dashboard-gone.js')
  expect([gone.status, gone.text]).toEqual([404, ''])
})

test('what every page loads contains no library of one page', () => {
  const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', BUILT), 'utf8')) as Manifest
  const eager = new Set<string>()
  const add = (name: string) => {
    if (eager.has(name)) return
    eager.add(name)
    manifest[name]?.imports?.forEach(add)
  }
  for (const [name, { isEntry }] of Object.entries(manifest)) if (isEntry) add(name)
  const files = [...eager].flatMap((name) => manifest[name]?.file ?? [])
  expect(files.length).toBeGreaterThan(0)
  for (const file of files)
    expect(readFileSync(new URL(file, BUILT), 'utf8'), file).not.toMatch(
      /ProseMirror|papaparse|BAD_DELIMITERS/,
    )
})

test('the build has compressed every script and style', async () => {
  const { text } = await app.call('GET', '/console')
  const paths = [...text.matchAll(/(?:src|href)="(\/console\/assets\/[^"]+\.(?:js|css))"/g)].map(
    ([, path = '']) => path,
  )
  expect(paths.length).toBeGreaterThan(1)
  for (const path of paths) {
    const { headers, status } = await app.call('GET', path, { headers: { 'Accept-Encoding': 'br' } })
    expect([status, headers.get('content-encoding')]).toEqual([200, 'br'])
  }
})

test('the page of an address names the scripts of its route, each of them once', async () => {
  const preloaded = async (path: string) => {
    const { text } = await app.call('GET', path)
    return [...text.matchAll(/<link rel="modulepreload" crossorigin href="([^"]+)"/g)].map(
      ([, name = '']) => name,
    )
  }
  const everywhere = await preloaded('/console')
  for (const [path, chunk] of [
    ['/console/acme', 'dashboard'],
    ['/console/acme/posts', 'inbox'],
    ['/console/acme/posts/post_1', 'post'],
  ] as const) {
    const found = await preloaded(path)
    expect(found.some((name) => name.startsWith(`/console/assets/${chunk}-`))).toBe(true)
    expect(new Set(found).size).toBe(found.length)
    for (const name of found) expect((await app.call('GET', name)).status).toBe(200)
  }
  expect(await preloaded('/console/acme/team')).toEqual(everywhere)
})

test('the columns of the customers line up', async () => {
  const { page } = await browser.open({ viewport: { width: 1360, height: 900 } })
  const send = (path: string, body: object) =>
    app.call('POST', `/api/v3${path}`, { headers: tenant.keyAndAdmin, body })
  const { id } = (await send('/feature_requests', { title: 'Offline', description: 'x' })).body
  for (const name of ['ada', 'somebody.with.a.long.name'])
    await send('/customers', { name, email: `${name}@people.example` })
  const vote = { feature_request_id: id, by_email: tenant.admin.email, email: 'ada@people.example' }
  expect((await send('/votes_on_behalf', vote)).status).toBeLessThan(300)
  await enterConsole(page, `${address()}/customers`, tenant.admin)
  const rows = page.getByRole('main').getByRole('listitem')
  await rows.first().waitFor()
  const starts = await rows.evaluateAll((all) =>
    all.map((row) => [...row.children].map((cell) => Math.round(cell.getBoundingClientRect().left))),
  )
  expect(starts.length).toBeGreaterThan(1)
  expect(new Set(starts.map((cells) => cells.join())).size).toBe(1)
})
