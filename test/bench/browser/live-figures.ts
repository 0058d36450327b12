import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import type { Target } from '../targets.ts'
import { postOf } from '../write-posts.ts'

/** Milliseconds between two checks of a page, and between two writes. */
const POLL_MS = 5
const PAUSE_MS = 150
const WAIT_MS = 20_000

/** Notes each change of the figure of the tile "Open posts", with its time. The page's clock is the machine's. */
const NOTE_CHANGES = `
window.changes = []
const tile = [...document.querySelectorAll('section')].find((section) => section.querySelector('h2')?.textContent === 'Open posts')
const note = () => {
  const figure = Number(tile.querySelector('[data-size=large]').textContent.replaceAll(',', ''))
  if (changes.at(-1)?.figure !== figure) changes.push({ figure, at: Date.now() })
}
new MutationObserver(note).observe(tile, { subtree: true, childList: true, characterData: true })
note()
`

type Change = { figure: number; at: number }

/** Watches the number of open posts on a dashboard that is open and live. */
export async function watchOpenPosts(page: Page) {
  await page.getByText('Live', { exact: true }).waitFor()
  const tile = page.getByRole('region', { name: 'Open posts' })
  await tile.locator('[data-size=large]').filter({ hasText: /\d/ }).waitFor()
  await page.evaluate(NOTE_CHANGES)
  const newest = async () =>
    (await page.evaluate<Change | undefined>('changes.at(-1)')) ?? { figure: NaN, at: NaN }
  let { figure } = await newest()
  return {
    /** Returns the time in milliseconds since 1970 at which the figure shows `posts` more than at the last call. */
    async risen(posts: number): Promise<number> {
      figure += posts
      for (const deadline = Date.now() + WAIT_MS; Date.now() < deadline; await sleep(POLL_MS)) {
        const change = await newest()
        if (change.figure === figure) return change.at
      }
      throw new Error(`the dashboard shows ${(await newest()).figure} open posts, and there are ${figure}`)
    },
  }
}

export type OpenPosts = Awaited<ReturnType<typeof watchOpenPosts>>

/** Creates a post over REST. */
export async function createPost({ server, path, headers }: Target): Promise<void> {
  const { title, description } = postOf(0)
  const response = await fetch(server.url + path, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({ title, description }),
  })
  const text = await response.text()
  if (response.status !== 201) throw new Error(`a post was refused: ${text}`)
}

/** Milliseconds from the request of each of `count` posts, one after the other, until the figure has risen. */
export async function waitsOfFigure(
  posts: OpenPosts,
  count: number,
  create: () => Promise<void>,
): Promise<number[]> {
  const waits: number[] = []
  for (let number = 0; number < count; number++) {
    await sleep(PAUSE_MS)
    const began = Date.now()
    await create()
    waits.push((await posts.risen(1)) - began)
  }
  return waits
}
