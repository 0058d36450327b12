import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

export type BenchOptions = {
  /** Short rounds and small databases. */
  quick: boolean
  /** Number of posts of the organization whose reads are compared with the limit. */
  posts: number
  rounds: number
  /** Seconds of load on each target in each round. */
  seconds: number
  connections: number
  /** The section to run. Default: all of them. */
  only: string | undefined
  /** Directory of another version, with which this one is compared. No section runs then. */
  against: string | undefined
  /** The file of the report, in addition to standard output. */
  output: string | undefined
  /** Whether the database is kept in `.bench/` for the next run. */
  cache: boolean
  /** Whether the servers are profiled afterwards. */
  profile: boolean
}

/** Text of `--help`. */
export const HELP = `Measures the service and writes the tables to .bench/results.md.

Usage: npm run bench -- [options]

  --quick            short rounds and small databases: two minutes
  --only <section>   one section: reads, lists, mixed, search, writes, deliveries,
                     latency, isolation, fairness, sockets, event-log,
                     log, exchanges, sign-ins, agents, import, moving, start or pages
  --against <folder> compare this version with the one in another folder, a checkout with its
                     own node_modules: both serve in turns, each from a database of its own
  --posts <n>        posts of the measured organization (default 200000, quick 10000)
  --rounds <n>       rounds of load (default 12, quick 2)
  --seconds <n>      seconds of load on each target in each round (default 3, quick 1)
  --connections <n>  connections of the load (default 100)
  --output <file>    file of the report
  --cache            keep the database in .bench/ for the next run
  --profile          profile the servers afterwards
  --help             print this text

Examples:
  npm run bench -- --quick --only lists
  git worktree add ../before HEAD~1 && npm ci --prefix ../before
  npm run bench -- --against ../before
`

/** Reads the options of the command line. `--quick` ends within two minutes and measures less. */
export function readOptions(args: string[]): BenchOptions {
  const { values } = parseArgs({
    args,
    options: {
      quick: { type: 'boolean', default: false },
      posts: { type: 'string' },
      rounds: { type: 'string' },
      seconds: { type: 'string' },
      connections: { type: 'string' },
      only: { type: 'string' },
      against: { type: 'string' },
      output: { type: 'string' },
      cache: { type: 'boolean', default: false },
      profile: { type: 'boolean', default: false },
    },
  })
  const number = (name: 'posts' | 'rounds' | 'seconds' | 'connections', usual: number) => {
    const value = Number(values[name] ?? usual)
    if (Number.isInteger(value) && value > 0) return value
    throw new Error(`--${name} must be a whole number above 0`)
  }
  const { quick, only, output, cache, profile, against } = values
  if (against !== undefined) assertComparable(against, values)
  return {
    quick,
    posts: number('posts', quick ? 10_000 : 200_000),
    rounds: number('rounds', quick ? 2 : 12),
    seconds: number('seconds', quick ? 1 : 3),
    connections: number('connections', 100),
    only,
    against,
    output,
    cache,
    profile,
  }
}

/** @throws Error unless a folder has an installed version, or with options that a comparison has not */
function assertComparable(
  against: string,
  { only, cache, profile }: { only?: string | undefined; cache: boolean; profile: boolean },
): void {
  if (only !== undefined || cache || profile)
    throw new Error('--against does not go with --only, --cache and --profile')
  for (const path of ['src/main.ts', 'src/cli.ts', 'node_modules'])
    if (!existsSync(join(against, path)))
      throw new Error(`--against must be a folder with an installed version: it has no ${path}`)
}
