import { parseArgs } from 'node:util'

export type SoakOptions = {
  /** Duration of the faults. */
  minutes: number
  /** Seed of the order of faults and of the load. */
  seed: number
  /** Seconds from the start of a fault to the start of the next one. */
  every: number
  /** Whether only the memory of an open dashboard is measured, without faults. */
  dashboard: boolean
}

/** Text of `--help`. */
export const HELP = `Runs the service under load and faults, and compares what it acknowledged with what it kept.

Usage: npm run soak -- [options]

  --minutes <n>   duration of the faults (default 30)
  --every <n>     seconds from a fault to the next one (default 20)
  --seed <n>      seed of the faults and of the load (default random)
  --dashboard     keep the dashboard open, without faults, and measure its memory
  --help          print this text

Example: npm run soak -- --minutes 2 --every 5
`

/**
 * Reads the options of the command line. Default: 30 minutes, a fault every 20 seconds and a random seed.
 * @throws Error for a value that is not a number above 0
 */
export function readOptions(args: string[]): SoakOptions {
  const { values } = parseArgs({
    args,
    options: {
      minutes: { type: 'string' },
      seed: { type: 'string' },
      every: { type: 'string' },
      dashboard: { type: 'boolean' },
    },
  })
  const number = (name: 'minutes' | 'seed' | 'every', usual: number) => {
    const value = Number(values[name] ?? usual)
    if (Number.isFinite(value) && value > 0) return value
    throw new Error(`--${name} must be a number above 0`)
  }
  return {
    minutes: number('minutes', 30),
    seed: number('seed', 1 + Math.floor(Math.random() * 1_000_000)),
    every: number('every', 20),
    dashboard: values.dashboard ?? false,
  }
}
