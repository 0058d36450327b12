import { ROOT } from '../../support/contract/source-files.ts'
import { organizationOf } from '../bench-organization.ts'
import { PUBLIC_URL, type Bench } from '../bench.ts'
import { load } from '../load.ts'
import { profileOf } from '../profile.ts'
import { median, spread, table } from '../report.ts'
import { runRounds, type Measurement } from '../rounds.ts'
import { startServer } from '../server-process.ts'
import { benchTargets, restList } from '../targets.ts'

/** Connections of each server to PostgreSQL. */
const POOL_SIZE = '10'
const UNCACHED = { RESPONSE_CACHE_MB: '0' }
const PROFILED_SECONDS = 10

/** Measures reads against the limit, a server with the minimal work for the same response. */
export async function measureReads(bench: Bench): Promise<string> {
  const { options, postmaster } = bench
  const { rounds, seconds, connections, posts } = options
  const { id, apiKey } = await organizationOf(bench, posts)
  await using limit = await startServer(`${ROOT}test/bench/peers/limit-server.ts`, {
    DATABASE_URL: bench.url,
    ORGANIZATION_ID: String(id),
    PUBLIC_URL,
    POOL_SIZE,
  })
  await using echolog = await bench.startEcholog(UNCACHED)
  await using remembering = await bench.startEcholog()
  const targets = await benchTargets({ limit, echolog, remembering }, apiKey)
  const measured = await runRounds({ targets, rounds, seconds, connections, postmaster })
  const [limits = []] = [...measured.values()]
  const report = table(
    'Reads against the limit',
    `${posts.toLocaleString('en')} posts; ${rounds} rounds of ${seconds} s, ${connections} connections. Ratios are to the limit in the same round. Only "asked again" is served from the response cache.`,
    [
      '',
      'bar',
      'throughput ratio',
      'CPU ratio',
      'requests/s',
      'CPU ms per request',
      'PostgreSQL’s',
      'and to ask',
      'p50 ms',
      'p99 ms',
    ],
    [...measured].map(([{ name, bar }, measurements]) => [name, bar, ...cells(measurements, limits)]),
  )
  return options.profile ? report + (await profileList(bench, apiKey)) : report
}

function cells(measurements: Measurement[], limits: Measurement[]): string[] {
  const share = measurements.map(({ throughput }, round) => throughput / (limits[round]?.throughput ?? NaN))
  const cpuShare = measurements.map(({ cpu }, round) => (limits[round]?.cpu ?? NaN) / cpu)
  const of = (part: keyof Measurement) => median(measurements.map((measurement) => measurement[part]))
  return [
    spread(share, 2),
    spread(cpuShare, 2),
    of('throughput').toFixed(0),
    of('cpu').toFixed(2),
    of('postgres').toFixed(2),
    of('load').toFixed(2),
    of('p50').toFixed(0),
    of('p99').toFixed(0),
  ]
}

function profileList({ startEcholog, options }: Bench, apiKey: string): Promise<string> {
  return profileOf('REST list of 30 posts, uncached', async (nodeOptions, begin) => {
    await using server = await startEcholog(UNCACHED, nodeOptions)
    begin()
    await load(restList(server, apiKey), options.connections, PROFILED_SECONDS)
  })
}
