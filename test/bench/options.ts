import { parseArgs } from 'node:util'

export type BenchOptions = {
  posts: number
  rounds: number
  /** Seconds of load on each target in each round. */
  seconds: number
  connections: number
  /** Keep the database in `.bench/`, for the next run. */
  cache: boolean
  /** Profile the server afterwards. */
  profile: boolean
}

/** What the command line asks for; `--quick` ends within two minutes and says less. */
export function readOptions(args: string[]): BenchOptions {
  const { values } = parseArgs({
    args,
    options: {
      quick: { type: 'boolean', default: false },
      posts: { type: 'string' },
      rounds: { type: 'string' },
      seconds: { type: 'string' },
      connections: { type: 'string' },
      cache: { type: 'boolean', default: false },
      profile: { type: 'boolean', default: false },
    },
  })
  const number = (name: 'posts' | 'rounds' | 'seconds' | 'connections', usual: number) => {
    const value = Number(values[name] ?? usual)
    if (Number.isInteger(value) && value > 0) return value
    throw new Error(`--${name} must be a whole number above 0`)
  }
  return {
    posts: number('posts', values.quick ? 20_000 : 200_000),
    rounds: number('rounds', values.quick ? 4 : 12),
    seconds: number('seconds', values.quick ? 1 : 3),
    connections: number('connections', 32),
    cache: values.cache,
    profile: values.profile,
  }
}
