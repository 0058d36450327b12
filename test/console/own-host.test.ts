import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { OWN_HOST, useBrowser } from '../support/browser.ts'
import { lastCodeMail } from '../support/clients/sign-in-codes.ts'
import { givePassword, PASSWORD } from '../support/clients/sessions.ts'
import { fillPortal, openPortal } from '../support/fixtures/portal.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app, 'acme')
const browser = useBrowser()
let origin: string

beforeAll(async () => {
  origin = `http://${OWN_HOST}:${new URL(app.url).port}`
  await openPortal(app, tenant, { portalUrl: origin })
  await fillPortal(app, tenant)
  await givePassword(app, [tenant.admin])
})

/** Addresses of other hosts that a page asks for anything. */
function watchForeign(page: Page): string[] {
  const foreign: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(`${origin}/`) && !request.url().startsWith('data:'))
      foreign.push(request.url())
  })
  return foreign
}

test.each([true, false])(
  'a person reads, signs in, votes, comments and posts on an own host, with scripts: %s',
  async (javaScriptEnabled) => {
    const { page, faults } = await browser.open({ javaScriptEnabled, locale: 'en' })
    const foreign = watchForeign(page)
    for (const path of ['/changelog', '/roadmap', '/'])
      expect((await page.goto(origin + path))?.status()).toBe(200)
    await page.getByRole('link', { name: 'Sign in', exact: true }).click()
    await page.getByLabel('E-mail').fill(tenant.admin.email)
    await page.getByRole('button', { name: 'Send code' }).click()
    await page.getByLabel('Code from the mail').waitFor()
    const mail = await lastCodeMail(app, tenant.admin.email)
    expect(mail?.link.startsWith(`${origin}/sign-in/`)).toBe(true)
    await page.getByLabel('Code from the mail').fill(mail?.code ?? '')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL(`${origin}/`)
    const cookies = await page.context().cookies()
    expect(cookies.map(({ domain, httpOnly, path }) => ({ domain, httpOnly, path }))).toEqual([
      { domain: OWN_HOST, httpOnly: true, path: '/' },
    ])

    const vote = page.getByRole('button', { name: /for Dark mode$/ }).first()
    const isVoted = (await vote.getAttribute('aria-pressed')) === 'true'
    await vote.click()
    await page
      .locator(`button.votes[aria-pressed="${String(!isVoted)}"]`)
      .first()
      .waitFor()
    await page.getByRole('link', { name: 'Dark mode', exact: true }).click()
    await page.waitForURL(`${origin}/p/dark-mode`)
    await page.locator('#body').fill(`Words ${String(javaScriptEnabled)}`)
    await page.getByRole('button', { name: 'Comment', exact: true }).click()
    const said = page.getByRole('paragraph').filter({ hasText: `Words ${String(javaScriptEnabled)}` })
    await said.waitFor()
    await page.goto(`${origin}/new`)
    await page.getByLabel('Title').fill(`Quicker export ${String(javaScriptEnabled)}`)
    await page.getByRole('button', { name: 'Submit feedback' }).click()
    const anyway = page.getByRole('button', { name: 'Post anyway' })
    const made = page.getByRole('heading', { name: `Quicker export ${String(javaScriptEnabled)}` })
    await anyway.or(made).waitFor()
    if (await anyway.isVisible()) await anyway.click()
    await made.waitFor()
    expect(page.url()).toMatch(`${origin}/p/quicker-export-`)
    expect([...foreign, ...faults]).toEqual([])
  },
)

test('the language of an own host stays on it', async () => {
  const { page, faults } = await browser.open({ locale: 'en' })
  const foreign = watchForeign(page)
  await page.goto(`${origin}/`)
  await page.getByLabel('Language').selectOption('fr')
  await page.getByRole('button', { name: 'Change' }).click()
  await page.waitForURL(/lang=fr/)
  await page.getByRole('link', { name: 'Feuille de route' }).click()
  await page.waitForURL(`${origin}/roadmap?lang=fr`)
  expect(await page.locator('html').getAttribute('lang')).toBe('fr')
  expect([...foreign, ...faults]).toEqual([])
})

test('a session begins on the host of its page, and counts on no other', async () => {
  const { page, faults } = await browser.open({ locale: 'en' })
  const signIn = async (base: string) => {
    await page.goto(`${base}/sign-in`)
    const password = page.getByRole('button', { name: 'Sign in with a password' })
    if (await password.isVisible()) await password.click()
    await page.getByLabel('Password').waitFor()
    await page.getByLabel('E-mail').fill(tenant.admin.email)
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('link', { name: 'Sign in', exact: true }).waitFor({ state: 'detached' })
    await page.getByText('Dark mode', { exact: true }).first().waitFor()
  }
  await signIn(origin)
  expect(page.url()).toBe(`${origin}/`)
  await page.goto(`${app.url}/sign-in`)
  await page.getByLabel('Password').waitFor()
  await page.context().clearCookies()
  await signIn(app.url)
  expect(page.url()).toBe(`${app.url}/@acme`)
  await page.goto(`${origin}/sign-in`)
  await page.getByRole('button', { name: 'Send code' }).waitFor()
  expect(faults).toEqual([])
})
