import type { Page } from 'playwright-core'

/** Returns the text of a tile of the dashboard after its heading, in one line. */
export async function tileText(page: Page, tile: string): Promise<string> {
  const text = await page.getByRole('region', { name: tile }).innerText()
  return text.slice(tile.length).replaceAll(/\s+/g, ' ').trim()
}
