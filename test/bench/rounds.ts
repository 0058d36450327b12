import autocannon from 'autocannon'
import { countCpu } from './cpu-time.ts'
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
  /** Of load on each target in each round, and once before, unmeasured. */
  seconds: number
  connections: number
  postmaster: number
}

/** Measures every target in every round, so that what else the machine does disturbs all of them alike. */
export async function runRounds(options: RoundsOptions): Promise<Map<Target, Measurement[]>> {
  const { targets, rounds, seconds, connections, postmaster } = options
  for (const target of targets) await load(target, connections, seconds)
  const measured = new Map<Target, Measurement[]>(targets.map((target) => [target, []]))
  for (let round = 0; round < rounds; round++) {
    process.stdout.write(`round ${round + 1} of ${rounds}\n`)
    // Each round begins with another target.
    const turn = round % targets.length
    for (const target of [...targets.slice(turn), ...targets.slice(0, turn)]) {
      const used = countCpu([target.server.pid], postmaster)
      const { requests, duration, latency } = await load(target, connections, seconds)
      const { servers, postgres } = used()
      measured.get(target)?.push({
        throughput: requests.total / duration,
        cpu: ((servers + postgres) * 1000) / requests.total,
        p50: latency.p50,
        p99: latency.p99,
      })
    }
  }
  return measured
}

/** Asks for a target over and over; fails when it refuses. */
export async function load({ server, path, headers, body }: Target, connections: number, seconds: number) {
  const url = server.url + path
  const method = body === undefined ? 'GET' : 'POST'
  const result = await autocannon({ url, method, headers, body, connections, duration: seconds })
  if (result.non2xx + result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refusals, ${result.errors} errors`)
  return result
}
