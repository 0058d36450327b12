import { freshOrganization, type BenchOrganization } from '../bench-organization.ts'
import type { Bench } from '../bench.ts'
import { profileOf } from '../profile.ts'
import { startLimit } from '../limit.ts'
import { load, requestOf } from '../load.ts'
import { median, spread, table } from '../report.ts'
import { runRounds, type Measurement } from '../rounds.ts'
import type { ServerProcess } from '../server-process.ts'
import type { Target } from '../targets.ts'
import { postOf, repeatedly, writePost } from '../write-posts.ts'

/** Number of connections, each of which sends a write as soon as the previous one is answered. */
const WRITERS = 8
/** Number of posts that are commented on and updated, so that few writers wait for the lock of another. */
const POSTS = 400
const PROFILED_SECONDS = 10
const POST_PATH = '/api/v3/feature_requests'

/** Measures how many posts, comments and updates per second 8 writers store, and their cost. */
export async function measureWrites(bench: Bench): Promise<string> {
  const { options, postmaster, startEcholog } = bench
  const organization = await freshOrganization(bench, 'writes')
  await using server = await startEcholog()
  await using bare = await startLimit(bench, organization)
  const targets = await targetsOf(bench, organization, { server, bare })
  const { rounds, seconds } = options
  const measured = await runRounds({ targets, rounds, seconds, connections: WRITERS, postmaster })
  const report = table(
    'Writes',
    `${WRITERS} writers through the REST API; ${rounds} rounds of ${seconds} s. A post is stored with its vote, subscriber, event and revision. The bare SQL of an update is one statement of a bare server, which stores the post and its event.`,
    [
      '',
      'bar',
      'writes/s',
      'CPU ms per write',
      'CPU to that of the bare SQL',
      'PostgreSQL’s',
      'p50 ms',
      'p99 ms',
    ],
    [...measured].map(([{ name, bar, limit }, measurements]) => [
      name,
      bar,
      ...cells(measurements, limit && measured.get(limit)),
    ]),
  )
  const [create] = targets
  if (!options.profile || !create) return report
  return (
    report +
    (await profileOf('Posts of 8 writers', async (nodeOptions, begin) => {
      await using profiled = await startEcholog({}, nodeOptions)
      begin()
      await load({ ...create, server: profiled }, WRITERS, PROFILED_SECONDS)
    }))
  )
}

async function targetsOf(
  bench: Bench,
  organization: BenchOrganization,
  { server, bare }: Record<'server' | 'bare', ServerProcess>,
): Promise<Target[]> {
  const { kysely } = bench.database
  const ids: number[] = []
  await repeatedly(POSTS, WRITERS, async () => ids.push((await writePost(kysely, organization)).id))
  const headers = { 'API-KEY': organization.apiKey, 'Content-Type': 'application/json' }
  const { description } = postOf(organization.adminId)
  let number = 0
  const next = () => ids[number++ % ids.length]
  return [
    {
      name: 'a post',
      bar: '≥ 500, ≤ 3 ms',
      server,
      path: POST_PATH,
      headers,
      body: () => JSON.stringify({ title: postOf(organization.adminId).title, description }),
    },
    {
      name: 'a comment',
      bar: '',
      server,
      path: '/api/v3/comments',
      headers,
      body: () => JSON.stringify({ feature_request_id: next(), comment: description }),
    },
    ...updatesOf(ids, { server, bare, headers }),
  ]
}

/** Updates of posts in turn, beside those of a bare server. */
function updatesOf(
  ids: number[],
  { server, bare, headers }: Record<'server' | 'bare', ServerProcess> & Pick<Target, 'headers'>,
): Target[] {
  let number = 0
  const next = () => ids[number++ % ids.length]
  const put = { name: '', bar: '', method: 'PUT' }
  const body = () => JSON.stringify({ title: `Version ${number}` })
  const limit = {
    ...put,
    name: 'bare SQL of an update',
    server: bare,
    path: '/',
    headers: {},
    next: () => requestOf({ ...put, server: bare, path: `/${next()}`, headers: {} }, ''),
  }
  const update = { ...put, server, path: POST_PATH, headers }
  return [
    limit,
    {
      ...update,
      name: 'an update of a post',
      bar: '≤ 3 × the bare SQL',
      limit,
      next: () => requestOf({ ...update, path: `${POST_PATH}/${next()}` }, body()),
    },
  ]
}

function cells(measurements: Measurement[], bare: Measurement[] | undefined): string[] {
  const ratio = measurements.map(({ cpu }, round) => cpu / (bare?.[round]?.cpu ?? NaN))
  const of = (part: keyof Measurement) => measurements.map((measurement) => measurement[part])
  return [
    spread(of('throughput'), 0),
    spread(of('cpu'), 2),
    bare ? spread(ratio, 2) : '',
    median(of('postgres')).toFixed(2),
    median(of('p50')).toFixed(1),
    median(of('p99')).toFixed(1),
  ]
}
