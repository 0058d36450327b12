import type { Bench, Section } from '../bench.ts'
import { startReceiver } from '../peers/receiver-client.ts'
import { ratioTable } from '../ratio-table.ts'
import { spread, table } from '../report.ts'
import { runRounds } from '../rounds.ts'
import { ROOT } from '../../support/contract/source-files.ts'
import { createWebhooks, workOff, type Backlog } from '../versions/backlog.ts'
import { openVersion, type Version } from '../versions/version.ts'
import { versionTargets } from '../versions/version-targets.ts'

/** Number of connections of the load, so that writes do not wait for each other. */
const CONNECTIONS = 16
const MAX_ROUNDS = 5
const UNCACHED = { RESPONSE_CACHE_MB: '0' }

/** Compares this version with the one in a folder: both in each round, each with a database on the same server. */
export const measureVersions =
  (against: string): Section =>
  async (bench) => {
    const before = await openVersion(bench, 'before', against)
    const after = await openVersion(bench, 'after', ROOT)
    return (await measureRequests(bench, before, after)) + (await measureBacklogs(bench, before, after))
  }

async function measureRequests(bench: Bench, before: Version, after: Version): Promise<string> {
  const { rounds, seconds, posts } = bench.options
  await using uncachedBefore = await before.start(UNCACHED)
  await using usualBefore = await before.start()
  await using uncachedAfter = await after.start(UNCACHED)
  await using usualAfter = await after.start()
  const serversBefore = { uncached: uncachedBefore, usual: usualBefore }
  const serversAfter = { uncached: uncachedAfter, usual: usualAfter }
  const former = await versionTargets('before', serversBefore, before.apiKey)
  const present = await versionTargets('after', serversAfter, after.apiKey, former)
  // The targets of one request follow each other.
  const targets = former.flatMap((target, index) => [target, present[index] ?? target])
  const { postmaster } = bench
  const measured = await runRounds({ targets, rounds, seconds, connections: CONNECTIONS, postmaster })
  return ratioTable(
    'Requests of two versions',
    `${posts.toLocaleString('en')} posts each; ${rounds} rounds of ${seconds} s, ${CONNECTIONS} connections. Ratios are of the version after to the one before in the same round: above 1, it is faster, or takes less CPU time.`,
    measured,
  )
}

async function measureBacklogs(bench: Bench, before: Version, after: Version): Promise<string> {
  const rounds = Math.min(bench.options.rounds, MAX_ROUNDS)
  const events = bench.options.quick ? 100 : 1_000
  await using receiver = await startReceiver()
  const measured = new Map<Version, Backlog[]>()
  await using webBefore = await before.start()
  await using webAfter = await after.start()
  const versions = [
    { version: before, web: webBefore },
    { version: after, web: webAfter },
  ]
  for (const { version, web } of versions) {
    measured.set(version, [])
    await createWebhooks(version, web, receiver.url)
  }
  for (let round = 0; round < rounds; round++)
    for (const { version, web } of round % 2 === 0 ? versions : versions.toReversed())
      measured.get(version)?.push(await workOff(bench, version, { web, receiver, events }))
  return backlogTable(measured.get(before) ?? [], measured.get(after) ?? [])
}

/** Returns the table of the backlogs of two versions, in the order of the rounds. */
export function backlogTable(before: Backlog[], after: Backlog[]): string {
  const cells = (all: Backlog[]) => [
    spread(
      all.map(({ rate }, round) => rate / (before[round]?.rate ?? NaN)),
      2,
    ),
    spread(
      all.map(({ cpu }, round) => (before[round]?.cpu ?? NaN) / cpu),
      2,
    ),
    spread(all.map(({ rate }) => rate)),
    spread(all.map(({ cpu }) => cpu)),
  ]
  return table(
    'Deliveries of two versions',
    `${before.length} rounds; a backlog for 50 webhooks of one organization and one worker process, from its start. Ratios are as above.`,
    ['', 'throughput ratio', 'CPU ratio', 'a second', 'µs CPU each, with PostgreSQL'],
    [
      ['before', ...cells(before)],
      ['after', ...cells(after)],
    ],
  )
}
