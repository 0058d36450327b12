import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { EmbeddedOptions } from '../../../src/db/embedded/embedded.ts'
import { startBenchDatabase, temporaryDir, type BenchDatabase } from '../bench-database.ts'
import { freshOrganization, type BenchOrganization } from '../bench-organization.ts'
import type { Bench } from '../bench.ts'
import { countCpu } from '../cpu-time.ts'
import { median, spread, table } from '../report.ts'
import { writePost } from '../write-posts.ts'

const WRITERS = 8

type Server = { name: string; database: BenchDatabase; organization: BenchOrganization }
/** Posts per second, and milliseconds of CPU of PostgreSQL for each. */
type Round = { throughput: number; cpu: number }

/** Measures what the log costs that backups need, and its archive, on servers of their own that take turns. */
export async function measureLog({ options, secretKey }: Bench): Promise<string> {
  const folder = await temporaryDir()
  const kinds: [string, Partial<EmbeddedOptions>][] = [
    ['minimal log, without backups', { settings: { wal_level: 'minimal' } }],
    ['log for backups', {}],
    ['the same with an archive', { archive: { folder: join(folder, 'archive'), timeoutMs: 300_000 } }],
  ]
  const servers: Server[] = []
  const measured = new Map<string, Round[]>(kinds.map(([name]) => [name, []]))
  try {
    for (const [name, server] of kinds) {
      const database = await startBenchDatabase(false, server)
      servers.push({
        name,
        database,
        organization: await freshOrganization({ ...database, secretKey }, 'log'),
      })
    }
    for (let round = 0; round < options.rounds; round++)
      for (const server of servers) measured.get(server.name)?.push(await write(server, options.seconds))
  } finally {
    for (const { database } of servers) await database.stop()
    await rm(folder, { recursive: true, force: true })
  }
  return report([...measured], options)
}

/** Stores posts for some seconds. */
async function write({ database, organization }: Server, seconds: number): Promise<Round> {
  const { kysely } = database.database
  const count = countCpu([], database.postmaster)
  const began = performance.now()
  let written = 0
  const end = began + seconds * 1000
  const work = async () => {
    for (; performance.now() < end; written++) await writePost(kysely, organization)
  }
  await Promise.all(Array.from({ length: WRITERS }, work))
  const took = (performance.now() - began) / 1000
  return { throughput: written / took, cpu: (count().postgres * 1000) / written }
}

function report(measured: [string, Round[]][], { rounds, seconds }: Bench['options']): string {
  const [, first = []] = measured[0] ?? []
  const ratio = (part: keyof Round, all: Round[]) =>
    spread(
      all.map((one, round) => one[part] / (first[round]?.[part] ?? NaN)),
      2,
    )
  return table(
    'Log of the database',
    `${WRITERS} writers store posts through the verb; ${rounds} rounds of ${seconds} s in turns. Ratios to the first row.`,
    ['', 'posts/s', 'ratio', "PostgreSQL's CPU ms per post", 'ratio'],
    measured.map(([name, all]) => [
      name,
      median(all.map(({ throughput }) => throughput)).toFixed(0),
      ratio('throughput', all),
      median(all.map(({ cpu }) => cpu)).toFixed(2),
      ratio('cpu', all),
    ]),
  )
}
