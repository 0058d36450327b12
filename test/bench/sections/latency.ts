import { Pool } from 'undici'
import { freshOrganization, webhooksOf, type BenchOrganization } from '../bench-organization.ts'
import type { Bench } from '../bench.ts'
import { countCpu } from '../cpu-time.ts'
import { resetReceiver, startReceiver, whatCame } from '../far-ends/receiver-client.ts'
import { median, quantile, spread, table } from '../report.ts'
import type { ServerProcess } from '../server-process.ts'
import { postOf, steadily } from '../write-posts.ts'

const EVENTS_PER_SECOND = 200
const MOST_ROUNDS = 3

type Result = { p50: number; p99: number; rate: number; cpu: number; missing: number }
type Far = { web: ServerProcess; worker: ServerProcess; receiver: ServerProcess }

/** How long after a REST client has its answer its webhooks hear of it, at a steady rate of new posts. */
export async function measureLatency(bench: Bench): Promise<string> {
  const { quick, rounds } = bench.options
  const seconds = quick ? 4 : 20
  await using receiver = await startReceiver()
  await using web = await bench.startEcholog()
  await using worker = await bench.startEcholog({ ROLES: 'worker' })
  const far = { web, worker, receiver }
  const tenants: [number, BenchOrganization, Result[]][] = []
  for (const webhooks of [1, 5]) {
    const organization = await freshOrganization(bench, 'latency')
    await webhooksOf(bench, organization, `${receiver.url}/timed`, webhooks)
    tenants.push([webhooks, organization, []])
    await run(bench, far, organization, { webhooks, seconds: 1 })
  }
  for (let round = 0; round < Math.min(rounds, MOST_ROUNDS); round++)
    for (const [webhooks, organization, results] of tenants)
      results.push(await run(bench, far, organization, { webhooks, seconds }))
  return table(
    'Commit to receiver',
    `New posts over REST, ${EVENTS_PER_SECOND} a second begun for ${seconds} s; milliseconds from the client's answer, which follows the commit, to the receipt of each delivery. Web and worker are processes of their own.`,
    ['', 'bar', 'p50 ms', 'p99 ms', 'events/s achieved', 'CPU ms per event', 'not received'],
    tenants.map(([webhooks, , results]) => {
      const of = (part: keyof Result) => results.map((result) => result[part])
      return [
        `commit → receiver, ${webhooks} webhook${webhooks > 1 ? 's' : ''}`,
        'p50 ≤ 50, p99 ≤ 250',
        spread(of('p50')),
        spread(of('p99')),
        spread(of('rate')),
        spread(of('cpu'), 2),
        median(of('missing')).toFixed(0),
      ]
    }),
  )
}

async function run(
  { postmaster }: Bench,
  { web, worker, receiver }: Far,
  organization: BenchOrganization,
  { webhooks, seconds }: { webhooks: number; seconds: number },
): Promise<Result> {
  await resetReceiver(receiver)
  const pool = new Pool(web.url, { connections: 32 })
  const stored = new Map<number, number>()
  const used = countCpu([web.pid, worker.pid], postmaster)
  const started = performance.now()
  await steadily(EVENTS_PER_SECOND, seconds, async () => {
    const { id, at } = await postOverRest(pool, organization)
    stored.set(id, at)
  })
  const took = (performance.now() - started) / 1000
  const { timed, count } = await whatCame(receiver, stored.size * webhooks)
  const { servers, postgres } = used()
  await pool.close()
  // What arrives before the answer has taken no time at all.
  const waits = timed.map(([id, at]) => Math.max(0, at - (stored.get(id) ?? NaN)))
  return {
    p50: quantile(waits, 0.5),
    p99: quantile(waits, 0.99),
    rate: stored.size / took,
    cpu: ((servers + postgres) * 1000) / stored.size,
    missing: stored.size * webhooks - count,
  }
}

async function postOverRest(pool: Pool, { apiKey }: BenchOrganization): Promise<{ id: number; at: number }> {
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
