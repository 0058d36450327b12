import { mkdirSync, writeFileSync } from 'node:fs'
import { optionsOrExit } from '../support/command-options.ts'
import { ROOT } from '../support/contract/source-files.ts'
import { openBench, type Section } from './bench.ts'
import { HELP, readOptions, type BenchOptions } from './options.ts'
import { watchOthers } from './other-load.ts'
import { heading } from './report.ts'
import { measureAgents } from './sections/agents.ts'
import { measureDeliveries } from './sections/deliveries.ts'
import { measureEventLog } from './sections/event-log.ts'
import { measureExchanges } from './sections/exchanges.ts'
import { measureFairness } from './sections/fairness.ts'
import { measureImports } from './sections/imports.ts'
import { measureIsolation } from './sections/isolation.ts'
import { measureLog } from './sections/log.ts'
import { measureLatency } from './sections/latency.ts'
import { measureListCost } from './sections/list-cost.ts'
import { measureMixed } from './sections/mixed.ts'
import { measureMoving } from './sections/moving.ts'
import { measurePages } from './sections/pages.ts'
import { measureReads } from './sections/reads.ts'
import { measureSearch } from './sections/search.ts'
import { measureSignIns } from './sections/sign-ins.ts'
import { measureSockets } from './sections/sockets.ts'
import { measureStart } from './sections/start.ts'
import { measureVersions } from './sections/versions.ts'
import { measureWrites } from './sections/writes.ts'

/** The sections that `--only` can name, in the order of the report. */
const SECTIONS: Record<string, Section> = {
  reads: measureReads,
  lists: measureListCost,
  mixed: measureMixed,
  search: measureSearch,
  writes: measureWrites,
  deliveries: measureDeliveries,
  latency: measureLatency,
  isolation: measureIsolation,
  fairness: measureFairness,
  sockets: measureSockets,
  'event-log': measureEventLog,
  log: measureLog,
  exchanges: measureExchanges,
  'sign-ins': measureSignIns,
  agents: measureAgents,
  import: measureImports,
  moving: measureMoving,
  start: measureStart,
  pages: measurePages,
}

/** Measures the service and writes the tables to `.bench/results.md`, or to the file given by `--output`. */
async function main(options: BenchOptions): Promise<void> {
  const chosen = sectionsOf(options)
  const bench = await openBench(options)
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void bench.stop().finally(() => process.exit(1)))
  let report = heading(bench.version, options.quick)
  try {
    for (const [name, section] of chosen) {
      process.stdout.write(`measuring ${name}\n`)
      const others = watchOthers(bench.postmaster)
      report += await section(bench).catch((error: unknown) => failed(name, error))
      report += others()
    }
  } finally {
    await bench.stop()
  }
  const path = options.output ?? `${ROOT}.bench/results.md`
  mkdirSync(`${ROOT}.bench`, { recursive: true })
  writeFileSync(path, report)
  process.stdout.write(`\n${report}`)
}

/** The sections of a run by name: the comparison with another version alone, one, or all. */
function sectionsOf({ only, against }: BenchOptions): [string, Section][] {
  if (against !== undefined) return [['versions', measureVersions(against)]]
  return Object.entries(SECTIONS).filter(([name]) => only === undefined || name === only)
}

/** The report of a section that failed, which does not stop the others. */
function failed(name: string, error: unknown): string {
  process.exitCode = 1
  process.stderr.write(`${(error as Error).stack}\n`)
  return `\n## ${name}\n\ncould not be measured: ${(error as Error).message}\n`
}

/** Reads the options of the command line. @throws Error for a section that does not exist */
function readBenchOptions(args: string[]): BenchOptions {
  const options = readOptions(args)
  if (options.only === undefined || options.only in SECTIONS) return options
  throw new Error(`--only must be one of ${Object.keys(SECTIONS).join(', ')}`)
}

await main(optionsOrExit(HELP, readBenchOptions))
