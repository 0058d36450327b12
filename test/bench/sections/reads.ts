import { commentOnNewest, organizationOf } from '../bench-organization.ts'
import type { Bench } from '../bench.ts'
import { NESTED_COMMENTS, NESTED_POSTS } from '../documents.ts'
import { startLimit } from '../limit.ts'
import { load } from '../load.ts'
import { profileOf } from '../profile.ts'
import { ratioTable } from '../ratio-table.ts'
import { residentMb } from '../resident.ts'
import { runRounds } from '../rounds.ts'
import { benchTargets, restList } from '../targets.ts'

const UNCACHED = { RESPONSE_CACHE_MB: '0' }
const PROFILED_SECONDS = 10

/** Long enough for a major collection of garbage, because the memory grows until then. */
const SUSTAINED_SECONDS = 15

/** Measures reads against the limit, a server with the minimal work for the same response. */
export async function measureReads(bench: Bench): Promise<string> {
  const { options, postmaster } = bench
  const { rounds, seconds, connections, posts } = options
  const organization = await organizationOf(bench, posts)
  const { apiKey } = organization
  await commentOnNewest(bench, organization, { posts: NESTED_POSTS, comments: NESTED_COMMENTS })
  await using limit = await startLimit(bench, organization)
  await using echolog = await bench.startEcholog(UNCACHED)
  await using remembering = await bench.startEcholog()
  const targets = await benchTargets({ limit, echolog, remembering }, apiKey)
  await load(restList(echolog, apiKey), connections, SUSTAINED_SECONDS)
  const sustained = residentMb(echolog.pid)
  const measured = await runRounds({ targets, rounds, seconds, connections, postmaster })
  const report = ratioTable(
    'Reads against the limit',
    `${posts.toLocaleString('en')} posts; ${rounds} rounds of ${seconds} s, ${connections} connections. Ratios are to the limit in the same round, of the nested list to its own. Only "asked again" is served from the response cache. The service without it has ${sustained.toFixed(0)} MB of resident memory after ${SUSTAINED_SECONDS} s of the uncached list (bar: ≤ 300), and ${residentMb(echolog.pid).toFixed(0)} MB after all rows.`,
    measured,
  )
  return options.profile ? report + (await profileList(bench, apiKey)) : report
}

function profileList({ startEcholog, options }: Bench, apiKey: string): Promise<string> {
  return profileOf('REST list of 30 posts, uncached', async (nodeOptions, begin) => {
    await using server = await startEcholog(UNCACHED, nodeOptions)
    begin()
    await load(restList(server, apiKey), options.connections, PROFILED_SECONDS)
  })
}
