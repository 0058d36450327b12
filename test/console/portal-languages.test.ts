import { beforeAll, expect, test } from 'vitest'
import { useBrowser, violationsOf } from '../support/browser.ts'
import { fillPortal, openPortal } from '../support/fixtures/portal.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app, 'acme')
const browser = useBrowser()
const SHOTS = process.env.LOOKS
const PATHS = [
  '/@acme',
  '/@acme/p/dark-mode',
  '/@acme/changelog',
  '/@acme/roadmap',
  '/sign-in',
  '/@acme/widget',
]

beforeAll(async () => {
  await openPortal(app, tenant, { homePage: 'https://acme.example' })
  await fillPortal(app, tenant)
})

test.each(['ar', 'de', 'th'])(
  'on a phone, pages in %s stay within the width, are accessible and keep their policy',
  async (locale) => {
    const { page, faults } = await browser.open({ locale, viewport: { width: 390, height: 844 } })
    for (const path of PATHS) {
      await page.goto(app.url + path)
      expect(await page.locator('html').getAttribute('lang')).toBe(locale)
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(wide, path).toBeLessThanOrEqual(0)
      expect(await violationsOf(page), path).toEqual([])
      if (SHOTS)
        await page.screenshot({
          path: `${SHOTS}/${locale}${path.replaceAll(/\W+/g, '-')}.png`,
          fullPage: true,
        })
    }
    expect(faults).toEqual([])
  },
)

test('pages in Arabic are mirrored', async () => {
  const { page } = await browser.open({ locale: 'ar' })
  await page.goto(`${app.url}/@acme`)
  const left = async (selector: string) => (await page.locator(selector).first().boundingBox())?.x ?? 0
  expect(await left('.brand')).toBeGreaterThan(await left('.account'))
  expect(await left('section .posts')).toBeGreaterThan(await left('aside'))
})

test('the menu shows the page in another language, without a script, and links keep it', async () => {
  const { page } = await browser.open({ javaScriptEnabled: false, locale: 'en' })
  await page.goto(`${app.url}/@acme?sort=new`)
  await page.getByLabel('Language').selectOption('fr')
  await page.getByRole('button', { name: 'Change' }).click()
  await page.waitForURL(/sort=new.*lang=fr|lang=fr.*sort=new/)
  await page.getByRole('link', { name: 'Feuille de route' }).click()
  await page.waitForURL(`${app.url}/@acme/roadmap?lang=fr`)
  expect(await page.locator('html').getAttribute('lang')).toBe('fr')
})
