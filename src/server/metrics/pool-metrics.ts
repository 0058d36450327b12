import { Gauge, type Registry } from 'prom-client'
import type { SharedPool } from '../../db/client/pool.ts'

type Pool = Pick<SharedPool, 'totalCount' | 'idleCount' | 'waitingCount' | 'waitingForShare'> & {
  options: { max: number }
}

/** Registers the connections of the pool. Returns a function that sets them. */
export function createPoolGauges(registry: Registry): (pool: Pool) => void {
  const gauge = (name: string, help: string) =>
    new Gauge({ name: `echolog_database_connections_${name}`, help, registers: [registry] })
  const inUse = gauge('in_use', 'Connections of the pool of this process that work for a request or job.')
  const idle = gauge('idle', 'Connections of the pool of this process that are open and free.')
  const waiting = gauge('waiting', 'Requests and jobs of this process that wait for a connection.')
  const limit = gauge('limit', 'Maximum number of connections of the pool of this process.')
  return (pool) => {
    inUse.set(pool.totalCount - pool.idleCount)
    idle.set(pool.idleCount)
    waiting.set(pool.waitingCount + pool.waitingForShare)
    limit.set(pool.options.max)
  }
}
