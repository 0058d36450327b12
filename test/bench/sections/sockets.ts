import { setTimeout as sleep } from 'node:timers/promises'
import { ROOT } from '../../support/contract/source-files.ts'
import { freshOrganization, type BenchOrganization } from '../bench-organization.ts'
import type { Bench } from '../bench.ts'
import { countCpu } from '../cpu-time.ts'
import type { Arrivals } from '../peers/sockets.ts'
import { median, quantile, spread, table } from '../report.ts'
import { startServer, type ServerProcess } from '../server-process.ts'
import { steadily, writePost } from '../write-posts.ts'

const SOCKETS = 1_000
const PROCESSES = 2
const EVENTS_PER_SECOND = 50
const MAX_ROUNDS = 3
/** Time that messages may still take after the last post is stored. */
const GRACE_MS = 250
const READY_MS = 15_000

type Result = Record<'p50' | 'p99' | 'behind' | 'missing' | 'server' | 'postgres' | 'readers', number>

/** Measures new posts sent to a thousand subscribers of one process. */
export async function measureSockets(bench: Bench): Promise<string> {
  const { quick, rounds } = bench.options
  const seconds = quick ? 2 : 15
  const organization = await freshOrganization(bench, 'sockets')
  await using web = await bench.startEcholog()
  const settings = {
    SERVER: `${web.url}/graphql`,
    API_KEY: organization.apiKey,
    SOCKETS: String(SOCKETS / PROCESSES),
  }
  const start = () => startServer(`${ROOT}test/bench/peers/sockets.ts`, settings)
  await using one = await start()
  await using other = await start()
  const readers = [one, other]
  await untilAllReceive(bench, organization, readers)
  const results: Result[] = []
  for (let round = 0; round < Math.min(rounds, MAX_ROUNDS); round++)
    results.push(await run(bench, organization, { web, readers, seconds }))
  const of = (part: keyof Result) => results.map((result) => result[part])
  return table(
    'Live subscribers',
    `${SOCKETS.toLocaleString('en')} sockets of one organization on one process, opened by ${PROCESSES} others, ${EVENTS_PER_SECOND} new posts a second for ${seconds} s. Times in milliseconds from the commit to each receipt. "Behind" is the number of messages not received ${GRACE_MS} ms after the last commit.`,
    [
      '',
      'bar',
      'p50 ms',
      'p99 ms',
      'behind',
      'lost',
      'server µs CPU per message',
      'PostgreSQL µs',
      'readers µs',
    ],
    [
      [
        `${SOCKETS.toLocaleString('en')} sockets at ${EVENTS_PER_SECOND} events/s`,
        'p99 ≤ 250, nothing behind',
        spread(of('p50')),
        spread(of('p99')),
        median(of('behind')).toFixed(0),
        median(of('missing')).toFixed(0),
        spread(of('server'), 1),
        spread(of('postgres'), 1),
        spread(of('readers'), 1),
      ],
    ],
  )
}

/** Writes posts until every subscriber has received one. A subscription sends no message when it starts. */
async function untilAllReceive(bench: Bench, organization: BenchOrganization, readers: ServerProcess[]) {
  for (const end = Date.now() + READY_MS; ;) {
    const { id } = await writePost(bench.database.kysely, organization)
    await sleep(500)
    const arrived = (await all(readers, 'received')).flatMap(({ arrivals }) => arrivals[id] ?? [])
    if (arrived.length === SOCKETS) return
    if (Date.now() > end) throw new Error(`${arrived.length} of ${SOCKETS} sockets receive posts`)
  }
}

async function run(
  { database, postmaster }: Bench,
  organization: BenchOrganization,
  { web, readers, seconds }: { web: ServerProcess; readers: ServerProcess[]; seconds: number },
): Promise<Result> {
  await all(readers, 'reset')
  const used = countCpu([web.pid], postmaster)
  const usedByReaders = countCpu(
    readers.map(({ pid }) => pid),
    0,
  )
  const posts = await steadily(EVENTS_PER_SECOND, seconds, () => writePost(database.kysely, organization))
  await sleep(GRACE_MS)
  const expected = posts.length * SOCKETS
  const soon = countOf(await all(readers, 'count'))
  for (let looks = 0; looks < 20 && countOf(await all(readers, 'count')) < expected; looks++) await sleep(250)
  const { servers, postgres } = used()
  const readersUsed = usedByReaders().servers
  const received = await all(readers, 'received')
  const waits = posts.flatMap(({ id, at }) =>
    received.flatMap(({ arrivals }) => (arrivals[id] ?? []).map((arrival) => Math.max(0, arrival - at))),
  )
  return {
    p50: quantile(waits, 0.5),
    p99: quantile(waits, 0.99),
    behind: expected - soon,
    missing: expected - waits.length,
    server: (servers * 1e6) / waits.length,
    postgres: (postgres * 1e6) / waits.length,
    readers: (readersUsed * 1e6) / waits.length,
  }
}

const all = (readers: ServerProcess[], path: string): Promise<Arrivals[]> =>
  Promise.all(readers.map(async ({ url }) => (await fetch(`${url}/${path}`)).json() as Promise<Arrivals>))

const countOf = (arrivals: Arrivals[]) => arrivals.reduce((sum, { count }) => sum + count, 0)
