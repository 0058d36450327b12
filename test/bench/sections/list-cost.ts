import { organizationOf } from '../bench-organization.ts'
import type { Bench } from '../bench.ts'
import { listFilters, type ListFilter } from '../list-filters.ts'
import { median, table } from '../report.ts'

const SORTS = ['', 'top', 'oldest_created_at', 'latest_updated_at', 'oldest_updated_at']
const DEEP = 1_000

/** A list of an organization, requested with its key. */
type List = { apiKey: string; filter: ListFilter; sort: string; page: number }
type Compared = { ratio: number; ms: number }

/**
 * Measures how the cost of a list grows with the organization and with the page, in sequential uncached
 * requests.
 */
export async function measureListCost(bench: Bench): Promise<string> {
  const { quick } = bench.options
  const [small, large] = quick ? [10_000, 50_000] : [10_000, 1_000_000]
  const times = quick ? 5 : 25
  const little = await organizationOf(bench, small)
  const big = await organizationOf(bench, large)
  await using server = await bench.startEcholog({ RESPONSE_CACHE_MB: '0' })
  const ofLittle = await listFilters(bench.database.pool, little.id)
  const ofBig = await listFilters(bench.database.pool, big.id)
  const growth: [string, Compared[]][] = []
  const depth: [string, (Compared | null)[]][] = []
  for (const [index, filter] of ofBig.entries()) {
    const before = { apiKey: little.apiKey, filter: ofLittle[index] ?? filter, page: 1 }
    const after = { apiKey: big.apiKey, filter, page: 1 }
    const grown: Compared[] = []
    const deep: (Compared | null)[] = []
    for (const sort of SORTS) {
      grown.push(await compare(server.url, { ...before, sort }, { ...after, sort }, times))
      deep.push(await compareDeep(server.url, { ...after, sort }, Math.ceil(times / 2)))
    }
    growth.push([filter.name, grown])
    if (deep.some((cell) => cell !== null)) depth.push([filter.name, deep])
  }
  const count = (posts: number) => posts.toLocaleString('en')
  const head = ['', ...SORTS.map((sort) => sort || 'latest_created_at')]
  return (
    table(
      `Lists from ${count(small)} to ${count(large)} posts`,
      `Bar: ≤ 2. Page 1, 30 posts each. Ratio of the median of ${times} requests at the larger organization to that at the smaller one, in alternating requests. In brackets the milliseconds at the larger one. ${worst(growth)}`,
      head,
      growth.map(([name, cells]) => [name, ...cells.map(show)]),
    ) +
    table(
      `Page ${count(DEEP)} by page 1 at ${count(large)} posts`,
      `Bar: ≤ 5. Only lists that have such a page. ${worst(depth)}`,
      head,
      depth.map(([name, cells]) => [name, ...cells.map(show)]),
    )
  )
}

const show = (cell: Compared | null) => (cell ? `${cell.ratio.toFixed(2)} (${cell.ms.toFixed(1)})` : '')

function worst(rows: [string, (Compared | null)[]][]): string {
  const ratios = rows.flatMap(([, cells]) => cells.flatMap((cell) => cell?.ratio ?? []))
  return `The worst is ${Math.max(...ratios).toFixed(2)}, the median ${median(ratios).toFixed(2)}.`
}

async function compareDeep(url: string, first: List, times: number): Promise<Compared | null> {
  const deep = { ...first, page: DEEP }
  const { rows } = await ask(url, deep)
  return rows === 0 ? null : compare(url, first, deep, times)
}

async function compare(url: string, before: List, after: List, times: number): Promise<Compared> {
  const took: [number[], number[]] = [[], []]
  for (let turn = -1; turn < times; turn++) {
    const [one, other] = [await ask(url, before), await ask(url, after)]
    if (one.rows < 30 || other.rows === 0)
      throw new Error(`${before.filter.name}: only ${one.rows} and ${other.rows} posts are listed`)
    // The first request prepares statements.
    if (turn < 0) continue
    took[0].push(one.ms)
    took[1].push(other.ms)
  }
  const ms = median(took[1])
  return { ratio: ms / median(took[0]), ms }
}

async function ask(url: string, { apiKey, filter, sort, page }: List): Promise<{ ms: number; rows: number }> {
  const query = [filter.query, sort && `sort=${sort}`, `page=${page}`].filter(Boolean).join('&')
  const started = performance.now()
  const response = await fetch(`${url}/api/v3/feature_requests?${query}`, { headers: { 'API-KEY': apiKey } })
  const body = (await response.json()) as { feature_requests: unknown[] }
  const ms = performance.now() - started
  if (response.status !== 200) throw new Error(`${query} answered ${response.status}`)
  return { ms, rows: body.feature_requests.length }
}
