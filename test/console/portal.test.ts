import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useBrowser, violationsOf, WIDTHS } from '../support/browser.ts'
import { givePassword, PASSWORD } from '../support/clients/sessions.ts'
import { fillPortal, openPortal } from '../support/fixtures/portal.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app, 'acme')
const browser = useBrowser()
let site: Server
let siteUrl: string

beforeAll(async () => {
  await openPortal(app, tenant, {
    anonymousPosts: true,
    anonymousVotes: true,
    homePage: 'https://acme.example',
  })
  await fillPortal(app, tenant)
  await givePassword(app, [tenant.admin])
  const body = `<!doctype html><html lang="en"><title>Customer's site</title><body><button id="first">First</button>
    <script src="${app.url}/widget.js" data-organization="acme" async></script></body></html>`
  site = createServer((_request, response) => response.setHeader('Content-Type', 'text/html').end(body))
  await once(site.listen(0, '127.0.0.1'), 'listening')
  siteUrl = `http://localhost:${(site.address() as AddressInfo).port}/`
})
afterAll(() => site.close())

const signIn = async (page: Page, path: string) => {
  await page.goto(app.url + path)
  await page.getByRole('link', { name: 'Sign in', exact: true }).click()
  await page.getByRole('button', { name: 'Sign in with a password' }).click()
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByLabel('E-mail').fill(tenant.admin.email)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(app.url + path)
}
const voteOf = (page: Page) => page.getByRole('button', { name: /for Dark mode$/ }).first()
const SHOTS = process.env.LOOKS

test.each([true, false])(
  'a person signs in, votes, comments and posts, with scripts: %s',
  async (javaScriptEnabled) => {
    const { page, faults } = await browser.open({ javaScriptEnabled })
    await signIn(page, '/@acme')
    const before = await voteOf(page).getAttribute('aria-pressed')
    const loads: string[] = []
    page.on('framenavigated', (frame) => loads.push(frame.url()))
    await voteOf(page).click()
    const now = before === 'true' ? 'false' : 'true'
    await page.locator(`button.votes[aria-pressed="${now}"]`).first().waitFor()
    expect(loads.length).toBe(javaScriptEnabled ? 0 : 1)
    await page.reload()
    expect(await voteOf(page).getAttribute('aria-pressed')).toBe(now)

    await page.getByRole('link', { name: 'Dark mode', exact: true }).click()
    await page.locator('#body').fill(`Words ${String(javaScriptEnabled)}`)
    await page.getByRole('button', { name: 'Comment', exact: true }).click()
    await page
      .getByRole('paragraph')
      .filter({ hasText: `Words ${String(javaScriptEnabled)}` })
      .waitFor()
    await page.getByText('Reply', { exact: true }).first().click()
    await page
      .getByLabel('Your reply')
      .first()
      .fill(`Answer ${String(javaScriptEnabled)}`)
    await page.getByRole('button', { name: 'Reply' }).first().click()
    await page
      .getByRole('paragraph')
      .filter({ hasText: `Answer ${String(javaScriptEnabled)}` })
      .waitFor()

    await page.goto(`${app.url}/@acme/new`)
    await page.getByLabel('Title').pressSequentially('Dark mode again')
    if (javaScriptEnabled) await page.getByRole('link', { name: 'Dark mode', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Submit feedback' }).click()
    await page.getByRole('heading', { name: 'Is it one of these?' }).waitFor()
    await page.getByRole('button', { name: 'Post anyway' }).click()
    await page.getByRole('heading', { name: 'Dark mode again' }).waitFor()
    expect(faults).toEqual([])
  },
)

test('a visitor without a session votes by the script, and stays where they are', async () => {
  const { page, faults } = await browser.open()
  await page.goto(`${app.url}/@acme`)
  await voteOf(page).focus()
  await page.keyboard.press('Enter')
  await page.locator('button.votes[aria-pressed="true"]').first().waitFor()
  expect(await page.evaluate('document.activeElement.className')).toBe('votes')
  expect(faults).toEqual([])
})

test('two first votes at once are those of one visitor', async () => {
  for (const title of ['Purple yak', 'Quiet xylophone', 'Loud trombone'])
    await app.call('POST', '/api/v3/feature_requests', {
      headers: tenant.keyAndAdmin,
      body: { title, description: 'Words' },
    })
  const { page, faults } = await browser.open()
  const other = await page.context().newPage()
  for (const tab of [page, other]) await tab.goto(`${app.url}/@acme`)
  const count = async () =>
    Number((await app.database.pool.query('select count(*) from visitors')).rows[0]?.count)
  const before = await count()
  const clickAll = (tab: Page) =>
    tab.evaluate("document.querySelectorAll('echolog-vote button').forEach((button) => button.click())")
  await Promise.all([clickAll(page), clickAll(other)])
  for (const tab of [page, other])
    await expect.poll(() => tab.locator('button.votes[aria-pressed="false"]').count()).toBe(0)
  expect(await page.locator('button.votes').count()).toBeGreaterThan(1)
  await expect.poll(count).toBe(before + 1)
  expect(faults).toEqual([])
})

test('the widget opens by keyboard, traps the focus, closes by Escape in its frame, and counts what is new', async () => {
  const { page, faults } = await browser.open()
  await page.goto(siteUrl)
  const button = page.getByRole('button', { name: /What’s new/ })
  await button.waitFor()
  expect(await button.textContent()).toBe('What’s new1')
  await button.focus()
  await page.keyboard.press('Enter')
  const frame = page.frameLocator('iframe')
  await frame.getByRole('link', { name: 'Night theme' }).waitFor()
  for (let count = 0; count < 6; count++) {
    await page.keyboard.press('Tab')
    expect(await page.evaluate('document.activeElement.id')).not.toBe('first')
  }
  await frame.getByRole('button', { name: 'Close' }).focus()
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/widget.png` })
  await page.keyboard.press('Escape')
  await page.locator('dialog[open]').waitFor({ state: 'detached' })
  expect(await page.evaluate('document.activeElement.textContent')).toBe('What’s new')
  await page.reload()
  await button.waitFor()
  expect(await button.textContent()).toBe('What’s new')
  expect(await page.context().cookies()).toEqual([])
  expect(faults).toEqual([])
})

const THEMES = ['light', 'dark'] as const
const PAGES = ['', '/p/dark-mode', '/new?title=Quicker%20export', '/widget']

/** Asserts that a page breaks no rule in any width and theme. */
async function look(page: Page, name: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    for (const colorScheme of THEMES) {
      await page.emulateMedia({ colorScheme })
      const title = `${name}-${colorScheme}-${width}`
      expect(await violationsOf(page, colorScheme), title).toEqual([])
      const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
      expect(overflow, title).toBeLessThanOrEqual(0)
      if (SHOTS) await page.screenshot({ path: `${SHOTS}/${title}.png`, fullPage: true })
    }
  }
}

test('paper has the text of the changelog on white, without what is pressed', async () => {
  const { page, faults } = await browser.open({ colorScheme: 'dark' })
  await page.emulateMedia({ media: 'print' })
  for (const path of ['/@acme/changelog', '/@acme/changelog/night-theme']) {
    await page.goto(app.url + path)
    await page.getByText('All about Night theme').waitFor()
    await page.getByText('Name of acme').first().waitFor()
    expect(
      await page.locator(':is(nav, form:not(.voting form), select, .skip, .feeds):visible').count(),
    ).toBe(0)
    expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe('rgb(255, 255, 255)')
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0)
  }
  expect(faults).toEqual([])
})

test('the pages have no violation of WCAG 2.2 AA in both themes and widths', async () => {
  const { page, faults } = await browser.open()
  for (const path of PAGES) {
    await page.goto(`${app.url}/@acme${path}`)
    await look(page, `out-${path.split(/[/?]/)[1] ?? 'board'}`)
  }
  await signIn(page, '/@acme/p/dark-mode')
  await page.getByText('Reply', { exact: true }).first().click()
  if ((await voteOf(page).getAttribute('aria-pressed')) === 'false') await voteOf(page).click()
  await page.locator('button.votes[aria-pressed="true"]').waitFor()
  await look(page, 'in-post')
  await page.goto(`${app.url}/@acme/new`)
  await page.getByLabel('Title').fill('Dark mode')
  await page.getByRole('link', { name: 'Dark mode', exact: true }).waitFor()
  await look(page, 'in-new')
  await page.getByRole('button', { name: 'Submit feedback' }).click()
  await page.getByRole('heading', { name: 'Is it one of these?' }).waitFor()
  await look(page, 'in-similar')
  expect(faults).toEqual([])
})
