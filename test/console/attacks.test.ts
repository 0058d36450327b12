import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { enterConsole, useBrowser, type WatchedPage } from '../support/browser.ts'
import { PASSWORD } from '../support/clients/sessions.ts'
import { startScene, type Scene } from '../support/fixtures/scene.ts'
import { attackScript, startHostileSite, type HostileSite } from '../support/hostile-site.ts'

const browser = useBrowser()
let scene: Scene
let site: HostileSite
let victim: WatchedPage
let page: Page

beforeAll(async () => {
  scene = await startScene()
  site = await startHostileSite()
  victim = await browser.open()
  page = victim.page
  await enterConsole(page, `${scene.app.url}/console/${scene.slug}`, scene.admin)
  await page.getByText('Live', { exact: true }).waitFor()
})
afterAll(async () => {
  await site?.close()
  await scene?.stop()
})

/** Number of rows that an attack could have changed. */
const rows = async () => {
  const { rows: found } = await scene.app.database.pool.query(
    'select (select count(*) from posts) as posts, (select count(*) from sessions) as sessions, (select count(*) from oauth_codes) as codes',
  )
  return found[0] as Record<string, string>
}

/** Whether the cookie still signs in on a page of the service. */
async function isSignedIn(): Promise<boolean> {
  await page.goto(`${scene.app.url}/sign-in`)
  return page.getByText(scene.admin.email).first().isVisible()
}

test.each(['samePort', 'otherSite'] as const)('a page of %s reads and changes nothing', async (from) => {
  const before = await rows()
  await page.goto(site[from])
  const read = await page.evaluate<string[]>(attackScript(scene.app.url, scene.slug))
  const leaked = read.filter((text) => text.includes(scene.admin.email) || text.includes('event '))
  expect(leaked).toEqual([])
  expect(read.filter((text) => text.includes('"viewer":') && !text.includes('"viewer":null'))).toEqual([])
  expect(await rows()).toEqual(before)
  expect(await isSignedIn()).toBe(true)
})

test.each(['samePort', 'otherSite'] as const)('a form of %s changes nothing', async (from) => {
  const before = await rows()
  const forms: [path: string, fields: Record<string, string>][] = [
    ['/session/end', {}],
    ['/session', { email: 'eve@evil.example', password: 'x' }],
    ['/oauth/authorize', { answer: 'allow', client_id: scene.client.id }],
    ['/graphql', { query: 'mutation { createPost(input: { title: "Forged" }) { post { id } } }' }],
    ['/uploads', { file: 'x' }],
    [`/@${scene.slug}/sso`, { token: 'x' }],
    [`/invitations/${scene.invitation}`, { password: 'correct horse battery staple' }],
  ]
  for (const [path, fields] of forms) {
    await page.goto(site[from])
    const [answer] = await Promise.all([
      page.waitForResponse((response) => response.url().startsWith(scene.app.url)),
      page.evaluate(
        ([action, values]) => {
          const form = document.createElement('form')
          form.method = 'post'
          form.action = action
          for (const [name, value] of Object.entries(values)) {
            const input = document.createElement('input')
            Object.assign(input, { name, value })
            form.append(input)
          }
          document.body.append(form)
          form.submit()
        },
        [scene.app.url + path, fields] as const,
      ),
    ])
    expect([path, answer.status() >= 400]).toEqual([path, true])
    await page.waitForURL(`${scene.app.url}/**`)
  }
  expect(await rows()).toEqual(before)
  expect(await isSignedIn()).toBe(true)
})

test('no page can be shown inside a hostile one', async () => {
  const paths = [
    `/console/${scene.slug}`,
    '/sign-in',
    scene.consent,
    `/@${scene.slug}`,
    `/invitations/${scene.invitation}`,
  ]
  for (const from of [site.samePort, site.otherSite]) {
    await page.goto(from)
    for (const path of paths) {
      await page.evaluate((address) => {
        const frame = document.createElement('iframe')
        frame.src = address
        document.body.append(frame)
        return new Promise((done) => frame.addEventListener('load', done))
      }, scene.app.url + path)
    }
    const shown = page.frames().filter((frame) => frame !== page.mainFrame())
    expect(shown.length).toBe(paths.length)
    expect(shown.map((frame) => frame.url()).filter((url) => url.startsWith(scene.app.url))).toEqual([])
  }
})

test('the cookie does not count on the REST routes, even from our own page', async () => {
  await page.goto(`${scene.app.url}/console/${scene.slug}`, { waitUntil: 'commit' })
  await page.getByText('Live', { exact: true }).waitFor()
  const status = await page.evaluate(async () => (await fetch('/api/v3/feature_requests')).status)
  expect(status).toBe(401)
})

test('no spelling of return_to leads to another site', async () => {
  const host = new URL(site.otherSite).host
  const spellings = [
    ...[
      `//${host}`,
      `/\\${host}`,
      `\\\\${host}`,
      `///${host}`,
      `http:${host}`,
      `http:/${host}`,
      site.otherSite,
    ],
    ...[
      `/\t/${host}`,
      `/\n/${host}`,
      ` //${host}`,
      `\u0000//${host}`,
      `/%09/${host}`,
      `/.//${host}`,
      `/..//${host}`,
    ],
    ...[
      `${scene.app.url}@${host}`,
      `javascript:alert(1)`,
      `data:text/html,x`,
      `/\u2028/${host}`,
      `//${host}/%2f..`,
    ],
  ]
  for (const spelling of spellings) {
    await page.goto(`${scene.app.url}/sign-in?return_to=${encodeURIComponent(spelling)}`)
    const targets: string[] = await page.evaluate(
      `[...document.querySelectorAll('main a, main form')].map((one) => one.href ?? one.action)`,
    )
    expect(targets.length).toBeGreaterThan(0)
    const foreign = targets.filter((target) => !target.startsWith(`${scene.app.url}/`))
    expect([spelling, foreign]).toEqual([spelling, []])
    const stored: string[] = await page.evaluate(
      `[...document.querySelectorAll('[name=return_to]')].map(({ value }) => new URL(value, location).origin)`,
    )
    expect([spelling, stored.filter((origin) => origin !== scene.app.url)]).toEqual([spelling, []])
  }
  const { page: other } = await browser.open()
  await other.goto(`${scene.app.url}/sign-in?return_to=${encodeURIComponent(`/\\${host}`)}`)
  await other.getByLabel(/e-?mail/i).fill(scene.admin.email)
  await other.getByLabel(/password/i).fill(PASSWORD)
  await other.getByRole('button', { name: /sign in/i }).click()
  await other.waitForURL((url) => url.pathname !== '/sign-in')
  expect(new URL(other.url()).origin).toBe(scene.app.url)
})
