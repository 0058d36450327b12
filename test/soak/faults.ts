import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../../src/seed/random.ts'
import type { Cut, DatabaseProxy } from '../support/faults/database-proxy.ts'
import type { Disturbances } from './disturbances.ts'
import type { SoakPostgres } from './postgres.ts'
import type { Receivers } from './receivers.ts'
import type { ServiceProcess } from './service-process.ts'

export type FaultTools = {
  processes: ServiceProcess[]
  /** The process that this fault affects, if it affects one. */
  victim: ServiceProcess
  postgres: SoakPostgres
  proxy: DatabaseProxy
  receivers: Receivers
  disturbances: Disturbances
  random: Random
}

/** Causes a fault and ends it. Resolves with a description. */
type Fault = (tools: FaultTools) => Promise<string>

const CLOCK_STEP_MS = 600_000
const CUTTING_MS = 4_000

/** Every kind of fault, by name. */
export const FAULTS = {
  async 'kill process'({ victim }) {
    await victim.end('SIGKILL')
    return victim.name
  },
  async 'stop process'({ victim }) {
    await victim.end('SIGTERM')
    return victim.name
  },
  async 'kill postmaster'({ postgres }) {
    await postgres.kill('first')
    return 'its first process'
  },
  async 'kill PostgreSQL'({ postgres }) {
    await postgres.kill('all')
    return 'all its processes'
  },
  async 'terminate connections'({ postgres }) {
    const ended = await postgres.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and client_port is not null',
    )
    return `${ended.length} of them`
  },
  async 'silent database'({ proxy, random }) {
    const ms = random.integer(5_000, 12_000)
    proxy.silence()
    await sleep(ms)
    proxy.resume()
    return `${ms} ms`
  },
  'cut before commit': (tools) => cutStatements(tools, /^commit/i, 'before'),
  'cut after commit': (tools) => cutStatements(tools, /^commit/i, 'after'),
  'cut after write': (tools) => cutStatements(tools, /\b(insert into|update|delete from)\b/i, 'after'),
  'cut statements': (tools) => cutStatements(tools, /./, null),
  async 'pause process'({ victim, random }) {
    const ms = random.integer(8_000, 15_000)
    victim.signal('SIGSTOP')
    await sleep(ms)
    victim.signal('SIGCONT')
    return `${victim.name} for ${ms} ms`
  },
  async 'slow receiver'({ receivers, random }) {
    const end = receivers.slowDown()
    const ms = random.integer(5_000, 10_000)
    await sleep(ms)
    end()
    return `for ${ms} ms`
  },
  async 'clock step'({ victim, disturbances, random }) {
    const end = disturbances.beginClockStep()
    const aheadMs = random.pick([-CLOCK_STEP_MS, CLOCK_STEP_MS])
    victim.stepClock(aheadMs)
    await sleep(random.integer(5_000, 12_000))
    victim.stepClock(0)
    end()
    return `${victim.name} by ${aheadMs / 60_000} min and back`
  },
  async 'restart with wrong clock'({ victim, disturbances, random }) {
    const end = disturbances.beginClockStep()
    const aheadMs = random.pick([-CLOCK_STEP_MS, CLOCK_STEP_MS])
    victim.stepClock(aheadMs)
    await victim.end('SIGTERM')
    await victim.ready(30_000)
    await sleep(random.integer(4_000, 8_000))
    victim.stepClock(0)
    end()
    return `${victim.name} by ${aheadMs / 60_000} min, then stepped back`
  },
} satisfies Record<string, Fault>

export type FaultName = keyof typeof FAULTS

/** Faults that must not affect any request. */
export const QUIET: ReadonlySet<FaultName> = new Set<FaultName>(['slow receiver', 'clock step'])
/** Faults that end a process of the service. */
export const FATAL: ReadonlySet<FaultName> = new Set<FaultName>([
  'kill process',
  'stop process',
  'restart with wrong clock',
])

/** Cuts connections at every nth statement of a kind, for some seconds. */
async function cutStatements({ proxy, random }: FaultTools, kind: RegExp, side: Cut | null): Promise<string> {
  let cuts = 0
  const gap = () => (side === null ? random.integer(5, 120) : random.integer(1, 8))
  let left = gap()
  proxy.decide((statement) => {
    if (!kind.test(statement) || --left > 0) return null
    left = gap()
    cuts++
    return side ?? random.pick<Cut>(['before', 'after'])
  })
  await sleep(CUTTING_MS)
  proxy.decide(null)
  return `${cuts} cuts`
}
