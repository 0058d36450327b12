import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { faultsInThemes } from '../support/faults-in-themes.ts'
import { lastCodeMail, letSignInsPass, otherThan } from '../support/clients/sign-in-codes.ts'
import { useBrowser, type WatchedPage } from '../support/browser.ts'
import { fillPortal, openPortal } from '../support/fixtures/portal.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app, 'acme')
const browser = useBrowser()
const PHONE = { width: 390, height: 844 }
const path = '/@acme/p/dark-mode'
let watched: WatchedPage
let count = 0

beforeAll(async () => {
  await openPortal(app, tenant, { signUp: 'OPEN' })
  await fillPortal(app, tenant)
})
beforeEach(async () => {
  await letSignInsPass(app, 3600)
})

const open = async (options: Parameters<typeof browser.open>[0] = {}) => {
  watched = await browser.open({ viewport: PHONE, ...options })
  return watched.page
}

/** Types an address, and returns the mailed code. */
async function askFor(page: Page): Promise<string> {
  const email = `walker-${++count}@people.example`
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button', { name: 'Send code' }).click()
  await page.getByLabel('Code from the mail').waitFor()
  return (await lastCodeMail(app, email))?.code ?? ''
}

async function enter(page: Page, code: string): Promise<void> {
  await page.getByLabel('Code from the mail').fill(code)
  await page.getByRole('dialog').getByRole('button', { name: 'Sign in' }).click()
}

const tile = (page: Page) => page.locator('button.votes').first()

/** Returns the faults of the page, without the answer that asks a signed-out person for an address. */
const faults = () => watched.faults.filter((fault) => !fault.includes('401'))

/** Checks the sheet. The program of the check sets inline styles in it, which the policy refuses. */
async function check(page: Page): Promise<void> {
  expect(faults()).toEqual([])
  expect(await faultsInThemes(page)).toEqual([])
  watched.faults.length = 0
}

test('a signed-out person votes on a phone without leaving the post: address, code, and the vote counts', async () => {
  const page = await open()
  await page.goto(app.url + path)
  const before = Number(await tile(page).locator('b').textContent())
  await tile(page).click()
  const sheet = page.getByRole('dialog', { name: 'Sign in to vote' })
  await sheet.waitFor()
  await check(page)
  const code = await askFor(page)
  await check(page)
  await enter(page, otherThan(code))
  await page.getByText('The code is wrong or has expired.').waitFor()
  await enter(page, code)
  await page.locator('button.votes[aria-pressed=true]').first().waitFor()
  expect(await tile(page).locator('b').textContent()).toBe(String(before + 1))
  expect(page.url()).toBe(app.url + path)
  expect(faults()).toEqual([])
})

test('a comment of a signed-out person is written after the code, and its form is empty', async () => {
  const page = await open()
  await page.goto(app.url + path)
  await page.getByLabel('Your comment').fill('Before the sign-in')
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await enter(page, await askFor(page))
  await page.getByRole('paragraph').filter({ hasText: 'Before the sign-in' }).waitFor()
  await page.getByRole('button', { name: 'Sign out' }).waitFor()
  expect(await page.locator('#body').inputValue()).toBe('')
  expect(faults()).toEqual([])
})

test('a post of a signed-out person is asked about similar ones after the code, and is stored', async () => {
  const page = await open()
  await page.goto(`${app.url}/@acme/new`)
  await page.getByLabel('Title').fill('Dark mode')
  await page.getByLabel('Details').fill('For the night')
  await page.getByRole('button', { name: 'Submit' }).click()
  await enter(page, await askFor(page))
  await page.locator('form.again button').first().click()
  await page.waitForURL(`${app.url}/@acme/p/dark-mode-2`)
  expect(faults()).toEqual([])
})

test('a sheet closes with Escape and by the link back, with the text still in its form', async () => {
  const page = await open()
  await page.goto(app.url + path)
  const comment = page.getByLabel('Your comment')
  await comment.fill('Not yet')
  const send = page.getByRole('button', { name: 'Comment', exact: true })
  for (const close of [
    () => page.keyboard.press('Escape'),
    () => page.getByRole('link', { name: /^Back to/ }).click(),
  ]) {
    await send.click()
    const sheet = page.getByRole('dialog')
    await sheet.waitFor()
    await close()
    await sheet.waitFor({ state: 'detached' })
    expect(await comment.inputValue()).toBe('Not yet')
  }
  expect(faults()).toEqual([])
})

test('without scripts the pages of the sign-in keep the vote, in Arabic from right to left', async () => {
  const page = await open({ javaScriptEnabled: false, locale: 'ar' })
  await page.goto(`${app.url}${path}?lang=ar`)
  await tile(page).click()
  await page.locator('[name=email]').fill('walker@arabic.example')
  await page.locator('form button').first().click()
  await page.locator('[name=code]').waitFor()
  const { code = '' } = (await lastCodeMail(app, 'walker@arabic.example')) ?? {}
  await page.locator('[name=code]').fill(code)
  await page.locator('[name=code]').press('Enter')
  await page.locator('button.votes[aria-pressed=true]').first().waitFor()
  expect(faults()).toEqual([])
})
