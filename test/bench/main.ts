import { randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { ROOT } from '../support/source-files.ts'
import { startBenchDatabase, type BenchDatabase } from './bench-database.ts'
import { measureExchanges } from './exchanges.ts'
import { readOptions, type BenchOptions } from './options.ts'
import { profileOf } from './profile.ts'
import { reportOf } from './report.ts'
import { runRounds } from './rounds.ts'
import { startServer } from './server-process.ts'
import { benchTargets, restList } from './targets.ts'

const PUBLIC_URL = 'https://bench.example'
/** Connections that each server holds to PostgreSQL. */
const POOL_SIZE = '10'

/** Measures the service against the limit and writes the table to `.bench/results.md`. */
async function main(options: BenchOptions): Promise<void> {
  const ends: (() => Promise<void>)[] = []
  const stop = async () => {
    for (const end of ends.splice(0).reverse()) await end().catch(console.error)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void stop().then(() => process.exit(1)))
  try {
    process.stdout.write(`preparing ${options.posts} posts\n`)
    const database = await startBenchDatabase(options.posts, options.cache)
    ends.push(() => database.stop())
    const report = await measure(options, database, ends)
    mkdirSync(`${ROOT}.bench`, { recursive: true })
    writeFileSync(`${ROOT}.bench/results.md`, report)
    process.stdout.write(`\n${report}`)
  } finally {
    await stop()
  }
}

async function measure(options: BenchOptions, database: BenchDatabase, ends: (() => Promise<void>)[]) {
  const startEcholog = (nodeOptions: string[] = []) =>
    startServer(`${ROOT}src/main.ts`, settingsOf(database), nodeOptions)
  const limit = await startServer(`${ROOT}test/bench/limit-server.ts`, {
    DATABASE_URL: database.url,
    ORGANIZATION_ID: String(database.organizationId),
    PUBLIC_URL,
    POOL_SIZE,
  })
  ends.push(limit.stop)
  const echolog = await startEcholog()
  ends.push(echolog.stop)
  const targets = await benchTargets(limit.url, echolog.url, database.apiKey)
  const pidOf = ({ url }: { url: string }) => (url.startsWith(limit.url) ? limit.pid : echolog.pid)
  const measured = await runRounds({ ...options, targets, pidOf, postmaster: database.postmaster })
  const exchanges = await measureExchanges(echolog.url, database.url, database.organizationId)
  const report = reportOf(measured, database.version, options) + exchanges
  if (!options.profile) return report
  return (
    report + (await profileOf(startEcholog, (url) => restList(url, database.apiKey), options.connections))
  )
}

function settingsOf({ url }: BenchDatabase): Record<string, string> {
  return {
    DATABASE_URL: url,
    SECRET_KEY: randomBytes(32).toString('base64'),
    PUBLIC_URL,
    PORT: '0',
    ROLES: 'web',
    DEMO: 'false',
    RATE_LIMIT_PER_MINUTE: '0',
    LOG_LEVEL: 'warn',
  }
}

await main(readOptions(process.argv.slice(2)))
