import { setTimeout as sleep } from 'node:timers/promises'
import { toNodeId } from '../../../src/graphql/schema/node/prefixes.ts'
import { commentOnNewest } from '../bench-organization.ts'
import { countCpu } from '../cpu-time.ts'
import { median, quantile, table } from '../report.ts'
import type { Setting } from '../sections/pages.ts'
import type { ServerProcess } from '../server-process.ts'
import { answerOf, restList } from '../targets.ts'
import { measuredPage, type PageFigures } from './figures.ts'
import { PAGES, type BenchPage, type Site } from './pages.ts'

const ROUNDS = { quick: 3, full: 15 }
/** Comments of the post that is opened. */
const COMMENTS = 20
/** Time without a request after which a page is loaded. */
const CALM_MS = 300

type Load = PageFigures & {
  /** Milliseconds of CPU until the page is loaded, of the server and of PostgreSQL. */
  server: number
  postgres: number
}

/** Measures each page in a browser whose cache is empty. */
export async function measureLoads(setting: Setting): Promise<string> {
  const { bench, organization } = setting
  const rounds = bench.options.quick ? ROUNDS.quick : ROUNDS.full
  await commentOnNewest(bench, organization, { posts: 1, comments: COMMENTS })
  await using server = await setting.start()
  const { feature_requests } = (await answerOf(restList(server, organization.apiKey))) as {
    feature_requests: { id: number; slug: string }[]
  }
  const [{ id, slug } = { id: 0, slug: '' }] = feature_requests
  const site = { organization: organization.slug, postId: toNodeId('Post', id), postSlug: slug }
  const loads = new Map<BenchPage, Load[]>(PAGES.map((page) => [page, []]))
  // The first round is not measured: the server compiles what it runs.
  for (let round = -1; round < rounds; round++)
    for (const [page, results] of loads) {
      const result = await loadOnce(setting, server, { page, site })
      if (round >= 0) results.push(result)
    }
  return tableOf(loads, bench.options.posts, rounds)
}

async function loadOnce(
  { bench, browser, visitor, member }: Setting,
  server: ServerProcess,
  { page: { path, isSignedIn, shown, use }, site }: { page: BenchPage; site: Site },
): Promise<Load> {
  const context = await browser.newContext(isSignedIn ? member : visitor)
  try {
    const { page, isCalm, loaded, used } = await measuredPage(context)
    const cpu = countCpu([server.pid], bench.postmaster)
    await page.goto(server.url + path(site))
    await shown(page)
    while (!isCalm(CALM_MS)) await sleep(CALM_MS / 10)
    const { servers, postgres } = cpu()
    const figures = await loaded()
    await use(page)
    return { ...figures, ...(await used()), server: servers * 1000, postgres: postgres * 1000 }
  } finally {
    await context.close()
  }
}

function tableOf(loads: Map<BenchPage, Load[]>, posts: number, rounds: number): string {
  return table(
    'Pages in Chromium',
    `${posts.toLocaleString('en')} posts. Medians of ${rounds} loads in browsers whose cache is empty. LCP: time to the largest paint, with the 95th percentile in brackets. CLS: layout shifts without input. INP: the slowest of some keys, clicks and texts until its next paint. CPU: milliseconds of the page's main thread, of the server and of PostgreSQL until the page is loaded, those of the processes in steps of 10.`,
    [
      '',
      'bar of LCP',
      'LCP ms',
      'CLS (≤ 0.02)',
      'INP ms (≤ 100)',
      'kB received',
      'kB of JavaScript',
      'CPU: page',
      'server',
      'PostgreSQL',
    ],
    [...loads].map(([{ name, lcp }, results]) => {
      const of = (part: keyof Load) => results.map((result) => result[part])
      const mean = (part: keyof Load) => of(part).reduce((sum, value) => sum + value, 0) / results.length
      return [
        name,
        `≤ ${lcp}`,
        `${median(of('lcp')).toFixed(0)} (${quantile(of('lcp'), 0.95).toFixed(0)})`,
        median(of('cls')).toFixed(3),
        median(of('inp')).toFixed(0),
        median(of('transferred')).toFixed(0),
        median(of('script')).toFixed(0),
        median(of('mainThread')).toFixed(0),
        mean('server').toFixed(0),
        mean('postgres').toFixed(0),
      ]
    }),
  )
}
