import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { useBrowser, type WatchedPage } from '../support/browser.ts'
import { fillPortal, openPortal } from '../support/fixtures/portal.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app, 'acme')
const browser = useBrowser()
let watched: WatchedPage
const path = '/@acme/p/dark-mode'

beforeAll(async () => {
  await openPortal(app, tenant)
  await fillPortal(app, tenant)
})
beforeEach(async () => {
  watched = await browser.open()
})

/** Follows a link by which the customer's site signs them in. */
async function signIn(page: Page, returnTo: string): Promise<void> {
  const exp = Math.floor(Date.now() / 1000) + 300
  const person = { email: 'ben@people.example', name: 'Ben', add_as_customer: true }
  const { Authorization: token = '' } = await tenant.sso({ ...person, exp, jti: randomUUID() })
  const query = new URLSearchParams({ token: token.replace('Bearer ', ''), return_to: returnTo })
  await page.goto(`${app.url}/@acme/sso?${query.toString()}`)
}

/** Returns faults without the answers that ask for an address. */
const withoutRefusals = (faults: string[]) => faults.filter((fault) => !fault.includes('401'))

/** Ends every session, as time or the person elsewhere does. */
async function endSessions(): Promise<void> {
  await app.database.kysely.deleteFrom('sessions').execute()
  app.services.sessions.clear()
}

test('a comment is in its form after the sign-in that it led to, and is not there once it is written', async () => {
  const { page, faults } = watched
  await signIn(page, path)
  const comment = page.locator('#body')
  await comment.fill('Words before\nthe sign-in')
  await endSessions()
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await page.getByRole('heading', { name: 'Sign in to comment' }).waitFor()
  await signIn(page, path)
  expect(await comment.inputValue()).toBe('Words before\nthe sign-in')
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await page.getByRole('paragraph').filter({ hasText: 'Words before' }).waitFor()
  expect(await comment.inputValue()).toBe('')
  await page.reload()
  expect(await comment.inputValue()).toBe('')
  expect(withoutRefusals(faults)).toEqual([])
})

test('a reply is in its open form after a sign-in', async () => {
  const { page, faults } = watched
  await signIn(page, path)
  await page.locator('summary').filter({ hasText: 'Reply' }).nth(1).click()
  const reply = page.getByLabel('Your reply').nth(1)
  await reply.fill('An answer')
  await endSessions()
  await page.getByRole('button', { name: 'Reply' }).click()
  await page.getByRole('heading', { name: 'Sign in to comment' }).waitFor()
  await signIn(page, path)
  expect(await reply.inputValue()).toBe('An answer')
  expect(await reply.isVisible()).toBe(true)
  expect(await page.locator('#body').inputValue()).toBe('')
  expect(withoutRefusals(faults)).toEqual([])
})

test('a new post is in its form after a sign-in', async () => {
  const { page, faults } = watched
  await signIn(page, '/@acme/new')
  await page.getByLabel('Title').fill('Calendar export')
  await page.getByLabel('Details').fill('For the train')
  await endSessions()
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await signIn(page, '/@acme/new')
  expect(await page.getByLabel('Title').inputValue()).toBe('Calendar export')
  expect(await page.getByLabel('Details').inputValue()).toBe('For the train')
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.getByRole('heading', { name: 'Calendar export' }).waitFor()
  await page.goto(`${app.url}/@acme/new`)
  expect(await page.getByLabel('Title').inputValue()).toBe('')
  expect(withoutRefusals(faults)).toEqual([])
})
