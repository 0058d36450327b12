import { quantile, spread, table } from '../report.ts'
import type { Setting } from '../sections/pages.ts'
import type { ServerProcess } from '../server-process.ts'
import { restList } from '../targets.ts'
import { createPost, waitsOfFigure, watchOpenPosts, type OpenPosts } from './live-figures.ts'

const POSTS = { quick: 20, full: 200 }
const RESTARTS = { quick: 1, full: 5 }

type Restart = {
  /** Milliseconds from the end of the former server to the first response of the next one. */
  started: number
  /** Milliseconds from the first response until the dashboard shows a post that was written right after it. */
  shown: number
}

/** Measures how long a write takes to the dashboard, also to one whose server starts again. */
export async function measureLive({ bench, browser, organization, start, member }: Setting): Promise<string> {
  const size = bench.options.quick ? 'quick' : 'full'
  let server: ServerProcess = await start()
  const context = await browser.newContext(member)
  try {
    const page = await context.newPage()
    await page.goto(`${server.url}/console/${organization.slug}`)
    const posts = await watchOpenPosts(page)
    const create = () => createPost(restList(server, organization.apiKey))
    const waits = await waitsOfFigure(posts, POSTS[size], create)
    const restarts: Restart[] = []
    for (let number = 0; number < RESTARTS[size]; number++) {
      await server.stop()
      const began = performance.now()
      server = await start()
      restarts.push(await showAgain(posts, create, began))
    }
    return tableOf(waits, restarts)
  } finally {
    await context.close()
    await server.stop()
  }
}

async function showAgain(posts: OpenPosts, create: () => Promise<void>, began: number): Promise<Restart> {
  await create()
  const [started, first] = [performance.now() - began, Date.now()]
  return { started, shown: (await posts.risen(1)) - first }
}

function tableOf(waits: number[], restarts: Restart[]): string {
  const of = (part: keyof Restart) => restarts.map((restart) => restart[part])
  const together = restarts.map(({ started, shown }) => started + shown)
  return table(
    'Writes on an open dashboard',
    `${waits.length} posts over REST, one after the other, and ${restarts.length} restarts of the server on a running PostgreSQL. The waits for the figure start with the request. Nothing is lost: the figure has all posts.`,
    ['', 'bar', 'ms'],
    [
      ['write → figure of its tile, p50', '', quantile(waits, 0.5).toFixed(0)],
      ['the same, p95', '≤ 500', quantile(waits, 0.95).toFixed(0)],
      ['server ended → the next one has stored a post', '≤ 3,000', spread(of('started'))],
      ['this post → figure of its tile', '', spread(of('shown'))],
      ['server ended → live again', '', spread(together)],
    ],
  )
}
