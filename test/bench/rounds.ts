import { countCpu } from './cpu-time.ts'
import { load } from './load.ts'
import type { Target } from './targets.ts'

export type Measurement = {
  /** Requests per second. */
  throughput: number
  /** Milliseconds of CPU per request, server and PostgreSQL together. */
  cpu: number
  /** Milliseconds of CPU per request, PostgreSQL alone. */
  postgres: number
  /** Milliseconds of CPU per request, of this process, which sends them. */
  load: number
  p50: number
  p99: number
}

type RoundsOptions = {
  targets: Target[]
  rounds: number
  /** Seconds of load on each target in each round. Half of it runs unmeasured before the first round. */
  seconds: number
  connections: number
  postmaster: number
}

/** Measures every target in every round, so that other load of the machine affects all of them equally. */
export async function runRounds(options: RoundsOptions): Promise<Map<Target, Measurement[]>> {
  const { targets, rounds, seconds, connections, postmaster } = options
  for (const target of targets) await load(target, connections, seconds / 2)
  const measured = new Map<Target, Measurement[]>(targets.map((target) => [target, []]))
  for (let round = 0; round < rounds; round++) {
    process.stdout.write(`round ${round + 1} of ${rounds}\n`)
    // Each round starts with another target.
    const turn = round % targets.length
    for (const target of [...targets.slice(turn), ...targets.slice(0, turn)]) {
      const used = countCpu([target.server.pid], postmaster)
      const generator = process.cpuUsage()
      const { requests, seconds: took, p50, p99 } = await load(target, connections, seconds)
      const { servers, postgres } = used()
      const { user, system } = process.cpuUsage(generator)
      measured.get(target)?.push({
        throughput: requests / took,
        cpu: ((servers + postgres) * 1000) / requests,
        postgres: (postgres * 1000) / requests,
        load: (user + system) / 1000 / requests,
        p50,
        p99,
      })
    }
  }
  return measured
}
