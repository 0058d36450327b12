import { Pool } from 'undici'
import { freshOrganization, webhooksOf, type BenchOrganization } from '../bench-organization.ts'
import type { Bench } from '../bench.ts'
import { countCpu } from '../cpu-time.ts'
import { resetReceiver, startReceiver, whatCame } from '../peers/receiver-client.ts'
import { median, quantile, spread, table } from '../report.ts'
import type { ServerProcess } from '../server-process.ts'
import { FIRST_UNUSED, newestEvent, postOf, recordPost, steadily, writePost } from '../write-posts.ts'

const EVENTS_PER_SECOND = 200
const ROUNDS = 3
const WARM_UP_S = 0.5

type Result = Record<'p50' | 'p99' | 'rate' | 'web' | 'worker' | 'postgres' | 'missing', number>
type Stored = { id: number; at: number }
type Far = { web: ServerProcess; worker: ServerProcess; receiver: ServerProcess }

/**
 * Measures the time from a commit to the receipt at the webhooks, at a constant rate of new posts. Posts are
 * written over REST, or only recorded.
 */
export async function measureLatency(bench: Bench): Promise<string> {
  const { quick } = bench.options
  const seconds = quick ? 2 : 15
  await using receiver = await startReceiver()
  await using web = await bench.startEcholog()
  await using worker = await bench.startEcholog({ ROLES: 'worker' })
  const far = { web, worker, receiver }
  const rows: { name: string; results: Result[]; run: (seconds: number) => Promise<Result> }[] = []
  for (const webhooks of [1, 5]) {
    const organization = await freshOrganization(bench, 'latency')
    await webhooksOf(bench, organization, `${receiver.url}/timed`, webhooks)
    for (const [way, write] of await waysToWrite(bench, web, organization)) {
      const run = (length: number) => measure(bench, far, { write, webhooks, seconds: length })
      await run(WARM_UP_S)
      rows.push({ name: `${way}, ${webhooks} webhook${webhooks > 1 ? 's' : ''}`, results: [], run })
    }
  }
  for (let round = 0; round < (quick ? 1 : ROUNDS); round++)
    for (const { results, run } of rows) results.push(await run(seconds))
  return table(
    'Commit to receiver',
    `${EVENTS_PER_SECOND} new posts per second for ${seconds} s. Times in milliseconds from the acknowledged commit (over REST: the response) to the receipt of each delivery. Web, worker and receiver are separate processes. "Recorded" writes only the event of a post, so that writing posts does not compete for the cores.`,
    [
      '',
      'bar',
      'p50 ms',
      'p99 ms',
      'events/s achieved',
      'web, CPU ms per event',
      'worker',
      'PostgreSQL',
      'not received',
    ],
    rows.map(({ name, results }) => {
      const of = (part: keyof Result) => results.map((result) => result[part])
      const cpu = [spread(of('web'), 2), spread(of('worker'), 2), spread(of('postgres'), 2)]
      const times = [spread(of('p50')), spread(of('p99')), spread(of('rate')), ...cpu]
      return [name, 'p50 ≤ 50, p99 ≤ 250', ...times, median(of('missing')).toFixed(0)]
    }),
  )
}

/**
 * The ways to create an event. Each function returns the post's id and the time at which its writer received
 * the commit.
 */
async function waysToWrite({ database }: Bench, web: ServerProcess, organization: BenchOrganization) {
  const pool = new Pool(web.url, { connections: 32 })
  await writePost(database.kysely, organization)
  const event = await newestEvent(database.kysely, organization.id)
  let nextId = FIRST_UNUSED
  const ways: [string, () => Promise<Stored>][] = [
    ['over REST', () => postOverRest(pool, organization)],
    ['recorded', () => recordPost(database.kysely, event, nextId++)],
  ]
  return ways
}

async function measure(
  { postmaster }: Bench,
  { web, worker, receiver }: Far,
  { write, webhooks, seconds }: { write: () => Promise<Stored>; webhooks: number; seconds: number },
): Promise<Result> {
  await resetReceiver(receiver)
  const used = { web: countCpu([web.pid], postmaster), worker: countCpu([worker.pid], postmaster) }
  const started = performance.now()
  const posts = await steadily(EVENTS_PER_SECOND, seconds, write)
  const took = (performance.now() - started) / 1000
  const expected = posts.length * webhooks
  const { timed, count } = await whatCame(receiver, expected)
  const [ofWeb, ofWorker] = [used.web(), used.worker()]
  const stored = new Map(posts.map(({ id, at }) => [id, at]))
  // A message received before the response counts as zero.
  const waits = timed.map(([id, at]) => Math.max(0, at - (stored.get(id) ?? NaN)))
  const each = (used: number) => (used * 1000) / posts.length
  return {
    p50: quantile(waits, 0.5),
    p99: quantile(waits, 0.99),
    rate: posts.length / took,
    web: each(ofWeb.servers),
    worker: each(ofWorker.servers),
    postgres: each(ofWorker.postgres),
    missing: expected - count,
  }
}

async function postOverRest(pool: Pool, { apiKey }: BenchOrganization): Promise<Stored> {
  const { title, description } = postOf(0)
  const answer = await pool.request({
    path: '/api/v3/feature_requests',
    method: 'POST',
    headers: { 'API-KEY': apiKey, 'Content-Type': 'application/json' },
    body: JSON.stringify({ title, description }),
  })
  const at = Date.now()
  const text = await answer.body.text()
  if (answer.statusCode !== 201) throw new Error(`a post was refused: ${text}`)
  return { id: (JSON.parse(text) as { id: number }).id, at }
}
