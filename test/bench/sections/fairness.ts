import type { RecordedEvent } from '../../../src/events/record.ts'
import { freshOrganization, webhooksOf } from '../bench-organization.ts'
import type { Bench } from '../bench.ts'
import { resetReceiver, startReceiver, whatCame } from '../peers/receiver-client.ts'
import { quantile, spread, table } from '../report.ts'
import type { ServerProcess } from '../server-process.ts'
import { FIRST_UNUSED, newestEvent, recordPost, steadily, writePost } from '../write-posts.ts'

const HANGING = 2_000
const ENDPOINTS = 10
const EVENTS_PER_SECOND = 10
const ROUNDS = 5
const WARM_UP_S = 1

type Result = Record<'p50' | 'p95' | 'p99', number>
type Measurer = (seconds: number) => Promise<Result>

/**
 * Measures whether hanging endpoints of one organization, more than there are slots, slow those of another
 * one.
 */
export async function measureFairness(bench: Bench): Promise<string> {
  const { quick } = bench.options
  const seconds = quick ? 2 : 10
  const { kysely } = bench.database
  await using receiver = await startReceiver()
  await using _worker = await bench.startEcholog({ ROLES: 'worker' })
  const other = await freshOrganization(bench, 'fairness')
  await webhooksOf(bench, other, `${receiver.url}/timed`, ENDPOINTS)
  await resetReceiver(receiver)
  await writePost(kysely, other)
  await whatCame(receiver, ENDPOINTS)
  const measure = measurer(bench, receiver, await newestEvent(kysely, other.id))
  const measured = async (prepare: () => Promise<unknown>) => {
    const results: Result[] = []
    for (let round = 0; round < (quick ? 2 : ROUNDS); round++) {
      await prepare()
      await measure(WARM_UP_S)
      results.push(await measure(seconds))
    }
    return results
  }
  const alone = await measured(() => Promise.resolve())
  const busy = await freshOrganization(bench, 'hanging')
  await webhooksOf(bench, busy, `${receiver.url}/hang`, HANGING)
  const beside = await measured(() => writePost(kysely, busy))
  const ratios = beside.map(({ p95 }, round) => p95 / (alone[round]?.p95 ?? NaN))
  return table(
    `One organization beside ${HANGING} hanging endpoints of another one`,
    `${EVENTS_PER_SECOND} events a second for ${seconds} s, each delivered to ${ENDPOINTS} endpoints of one organization by one worker, while another organization has pending deliveries for its ${HANGING} hanging endpoints, more in each round. Times in milliseconds from the commit to the receipt.`,
    ['', 'bar', 'p95 ratio', 'p50 ms', 'p95 ms', 'p99 ms'],
    [
      ['alone', '1', '1', ...cells(alone)],
      [`beside ${HANGING} hanging ones`, '≤ 2', spread(ratios, 2), ...cells(beside)],
    ],
  )
}

const cells = (results: Result[]) =>
  (['p50', 'p95', 'p99'] as const).map((part) => spread(results.map((result) => result[part])))

/** Records events at a constant rate, and waits until every endpoint has received all of them. */
function measurer({ database }: Bench, receiver: ServerProcess, event: RecordedEvent): Measurer {
  let nextId = FIRST_UNUSED
  return async (seconds) => {
    await resetReceiver(receiver)
    const events = await steadily(EVENTS_PER_SECOND, seconds, () =>
      recordPost(database.kysely, event, nextId++),
    )
    const stored = new Map(events.map(({ id, at }) => [id, at]))
    const { timed } = await whatCame(receiver, events.length * ENDPOINTS)
    const waits = timed.flatMap(([id, at]) => {
      const since = stored.get(id)
      return since === undefined ? [] : [Math.max(0, at - since)]
    })
    if (waits.length < events.length * ENDPOINTS)
      throw new Error(`received only ${waits.length} of ${events.length * ENDPOINTS} deliveries`)
    return { p50: quantile(waits, 0.5), p95: quantile(waits, 0.95), p99: quantile(waits, 0.99) }
  }
}
