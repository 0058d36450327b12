import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { enterConsole, useBrowser } from '../support/browser.ts'
import { givePassword } from '../support/clients/sessions.ts'
import { fillPortal, openPortal } from '../support/fixtures/portal.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app, 'acme')
const browser = useBrowser()

/** Pastes a picture into a field, as a browser does with one of the clipboard. */
async function paste(page: Page, label: string): Promise<void> {
  const create = { width: 2, height: 2, channels: 3, background: 'red' } as const
  const png = (await sharp({ create }).png().toBuffer()).toString('base64')
  await page.getByRole('textbox', { name: label, exact: true }).evaluate((field, base64) => {
    const clipboardData = new DataTransfer()
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
    clipboardData.items.add(new File([bytes], 'a.png', { type: 'image/png' }))
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, png)
}

test('a picture that is pasted on the portal and in the console is shown with its comment in both', async () => {
  await openPortal(app, tenant)
  await fillPortal(app, tenant)
  await givePassword(app, [tenant.admin])
  const { page, faults } = await browser.open()
  await enterConsole(page, `${app.url}/console/acme`, tenant.admin)
  const { rows } = await app.database.pool.query<{ id: number }>(
    `select id from posts where slug = 'dark-mode'`,
  )
  const inConsole = `${app.url}/console/acme/posts/post_${rows[0]?.id}`

  await page.goto(`${app.url}/@acme/p/dark-mode`)
  await paste(page, 'Your comment')
  const field = page.getByRole('textbox', { name: 'Your comment', exact: true })
  await expect.poll(() => field.inputValue()).toMatch(/^!\[\]\(http.*\/uploads\/.*\.png\)$/)
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await page.locator('.comments img').waitFor()

  await page.goto(inConsole)
  await page.locator('article article img').waitFor()
  const answered = Promise.withResolvers<undefined>()
  await page.route('**/uploads', async (route) => {
    await answered.promise
    await route.continue()
  })
  const area = page.getByRole('textbox', { name: 'Comment', exact: true })
  await area.fill('Like this: ')
  await paste(page, 'Comment')
  const send = page.getByRole('button', { name: 'Comment', exact: true })
  await send.click()
  const problem = () => area.evaluate((field: HTMLTextAreaElement) => field.validationMessage)
  expect(await problem()).toBe('Wait until the picture is uploaded')
  answered.resolve(undefined)
  await expect.poll(problem).toBe('')
  await send.click()
  await expect.poll(() => page.locator('article article img').count()).toBe(2)
  expect(faults).toEqual([])
})
