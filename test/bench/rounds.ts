import autocannon from 'autocannon'
import { cpuSeconds } from './cpu-time.ts'
import type { Target } from './targets.ts'

export type Measurement = {
  /** Requests a second. */
  throughput: number
  /** Milliseconds of CPU for a request, server and PostgreSQL together. */
  cpu: number
  p50: number
  p99: number
}

export type RoundsOptions = {
  targets: Target[]
  rounds: number
  seconds: number
  connections: number
  /** The process that serves a target. */
  pidOf(target: Target): number
  postmaster: number
}

const WARM_UP_S = 2

/** Measures every target in every round, so that what else the machine does disturbs all of them alike. */
export async function runRounds(options: RoundsOptions): Promise<Map<Target, Measurement[]>> {
  const { targets, rounds, seconds, connections } = options
  for (const target of targets) await load(target, connections, WARM_UP_S)
  const measured = new Map<Target, Measurement[]>(targets.map((target) => [target, []]))
  for (let round = 0; round < rounds; round++) {
    process.stdout.write(`round ${round + 1} of ${rounds}\n`)
    // Each round begins with another target.
    const turn = round % targets.length
    for (const target of [...targets.slice(turn), ...targets.slice(0, turn)]) {
      const before = cpuSeconds(options.pidOf(target), options.postmaster)
      const { requests, duration, latency } = await load(target, connections, seconds)
      const used = cpuSeconds(options.pidOf(target), options.postmaster) - before
      measured.get(target)?.push({
        throughput: requests.total / duration,
        cpu: (used * 1000) / requests.total,
        p50: latency.p50,
        p99: latency.p99,
      })
    }
  }
  return measured
}

/** Asks for a target over and over; fails when it refuses. */
export async function load({ url, headers, body }: Target, connections: number, seconds: number) {
  const method = body === undefined ? 'GET' : 'POST'
  const result = await autocannon({ url, method, headers, body, connections, duration: seconds })
  if (result.non2xx + result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refusals, ${result.errors} errors`)
  return result
}
