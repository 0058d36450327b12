import type { RecordedEvent } from '../../../src/events/record.ts'
import { freshOrganization, webhooksOf } from '../bench-organization.ts'
import type { Bench } from '../bench.ts'
import { resetReceiver, startReceiver, whatCame } from '../peers/receiver-client.ts'
import { quantile, spread, table } from '../report.ts'
import type { ServerProcess } from '../server-process.ts'
import { FIRST_UNUSED, newestEvent, recordPost, steadily, writePost } from '../write-posts.ts'

const ENDPOINTS = 50
const HANGING = 5
const FAILING = 5
const EVENTS_PER_SECOND = 10
const ROUNDS = 5
const WARM_UP_S = 0.5

type Result = Record<'p50' | 'p95' | 'p99', number>
type Case = { name: string; healthy: number; event: RecordedEvent; results: Result[] }

/** Measures whether hanging or failing endpoints slow the others of the same organization. */
export async function measureIsolation(bench: Bench): Promise<string> {
  const { quick } = bench.options
  const seconds = quick ? 1.5 : 10
  await using receiver = await startReceiver()
  await using _worker = await bench.startEcholog({ ROLES: 'worker' })
  const caseOf = async (name: string, hanging: number, failing: number): Promise<Case> => {
    const organization = await freshOrganization(bench, 'isolation')
    const healthy = ENDPOINTS - hanging - failing
    await webhooksOf(bench, organization, `${receiver.url}/timed`, healthy)
    await webhooksOf(bench, organization, `${receiver.url}/hang`, hanging)
    await webhooksOf(bench, organization, `${receiver.url}/fail`, failing)
    await resetReceiver(receiver)
    await writePost(bench.database.kysely, organization)
    await whatCame(receiver, healthy)
    const event = await newestEvent(bench.database.kysely, organization.id)
    return { name, healthy, event, results: [] }
  }
  const measure = measurer(bench, receiver)
  const measured = async (each: Case): Promise<Case> => {
    await measure(each, WARM_UP_S)
    for (let round = 0; round < (quick ? 2 : ROUNDS); round++) each.results.push(await measure(each, seconds))
    return each
  }
  // Runs one after the other, because hanging endpoints would also disturb the healthy rounds.
  const healthy = await measured(await caseOf('all healthy', 0, 0))
  const disturbed = await measured(await caseOf(`${HANGING} hang, ${FAILING} fail`, HANGING, FAILING))
  const ratios = disturbed.results.map(({ p95 }, round) => p95 / (healthy.results[round]?.p95 ?? NaN))
  return table(
    `${ENDPOINTS} endpoints, some of which hang or fail`,
    `${EVENTS_PER_SECOND} events a second for ${seconds} s, each delivered to ${ENDPOINTS} endpoints of one organization by one worker. Times in milliseconds from the commit to the receipt, of the healthy endpoints alone.`,
    ['', 'bar', 'p95 ratio', 'p50 ms', 'p95 ms', 'p99 ms'],
    [healthy, disturbed].map(({ name, results }, index) => {
      const of = (part: keyof Result) => spread(results.map((result) => result[part]))
      return [
        name,
        index > 0 ? '≤ 2' : '1',
        index > 0 ? spread(ratios, 2) : '1',
        of('p50'),
        of('p95'),
        of('p99'),
      ]
    }),
  )
}

/**
 * Records events of new posts at a constant rate, and waits until every healthy endpoint has received all of
 * them.
 */
function measurer({ database }: Bench, receiver: ServerProcess) {
  let nextId = FIRST_UNUSED
  return async ({ event, healthy }: Case, seconds: number): Promise<Result> => {
    await resetReceiver(receiver)
    const record = () => recordPost(database.kysely, event, nextId++)
    const events = await steadily(EVENTS_PER_SECOND, seconds, record)
    const stored = new Map(events.map(({ id, at }) => [id, at]))
    const { timed } = await whatCame(receiver, events.length * healthy)
    const waits = timed.flatMap(([id, at]) => {
      const since = stored.get(id)
      return since === undefined ? [] : [Math.max(0, at - since)]
    })
    if (waits.length < events.length * healthy)
      throw new Error(`received only ${waits.length} of ${events.length * healthy} deliveries`)
    return { p50: quantile(waits, 0.5), p95: quantile(waits, 0.95), p99: quantile(waits, 0.99) }
  }
}
