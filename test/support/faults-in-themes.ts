import type { Page } from 'playwright-core'
import { violationsOf } from './browser.ts'

const THEMES = [
  ['light', 1360],
  ['dark', 390],
] as const

/** Returns what is wrong with a page, once in each theme and width: violations of WCAG 2.2 AA, and its overflow. */
export async function faultsInThemes(page: Page): Promise<string[]> {
  const faults: string[] = []
  const size = page.viewportSize()
  for (const [colorScheme, width] of THEMES) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 1000 })
    faults.push(...(await violationsOf(page)))
    const overflow = Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth'))
    if (overflow > 0) faults.push(`${overflow} px too wide at ${width} px`)
  }
  await page.emulateMedia({ colorScheme: null })
  if (size) await page.setViewportSize(size)
  return faults
}
