import type { Logger } from 'pino'
import type { Db } from '../db/database.ts'
import { isTooMuch } from '../db/is-too-much.ts'
import { isConnectionError } from '../db/connection-errors.ts'
import { postponed } from '../lib/concurrency/postponed.ts'
import {
  BRIDGE_BATCH,
  bridgeEvents,
  nextOrganization,
  organizationsAside,
  queueUnqueued,
  type Bridged,
} from './bridge.ts'

type Bridge = {
  /** Queues deliveries for the next events. */
  step: () => Promise<Bridged>
  /** Queues deferred events whose pause has ended. Returns the number of deliveries. */
  stepAside: () => Promise<number>
}

/** Divisor of the batch size after a rejected batch. */
const SMALLER = 8

/**
 * Creates the bridge of one worker. When PostgreSQL rejects a batch or takes too long, smaller batches
 * follow, down to one event. If that fails, the events of its organization are deferred for a while, so that
 * those of others continue. This is logged once. Deferred events are queued later and not lost.
 */
export function createBridge(db: Db, log: Logger): Bridge {
  let limit = BRIDGE_BATCH
  const put = postponed<number>(String)
  // A batch that takes too long counts as rejected, because it would fail again.
  const isUnavailable = async (error: unknown) => isConnectionError(error) && !(await isTooMuch(db, error))
  const aside = (organizationId: number, error: unknown) => {
    if (put.postpone(organizationId))
      log.error(
        { err: error, organizationId },
        "an organization's events could not be queued for webhooks; they are deferred and tried again later",
      )
  }
  return {
    async step() {
      try {
        const bridged = await bridgeEvents(db, { limit, aside: put.off() })
        limit = Math.min(limit * 2, BRIDGE_BATCH)
        return bridged
      } catch (error) {
        if (await isUnavailable(error)) throw error
        const single = limit === 1
        limit = Math.max(Math.floor(limit / SMALLER), 1)
        const next = single ? await nextOrganization(db) : null
        // If the organization is already deferred, its events are not the cause.
        if (single && (next === null || put.off().includes(next))) throw error
        if (next !== null) aside(next, error)
        return { queued: 0, more: true, blocked: false }
      }
    },
    async stepAside() {
      let queued = 0
      const off = new Set(put.off())
      for (const organizationId of (await organizationsAside(db)).filter((id) => !off.has(id)))
        for (let size = BRIDGE_BATCH; ;) {
          try {
            const done = await queueUnqueued(db, organizationId, size)
            queued += done.queued
            if (done.events < size) break
          } catch (error) {
            if (await isUnavailable(error)) throw error
            if (size === 1) {
              aside(organizationId, error)
              break
            }
            size = 1
          }
        }
      return queued
    },
  }
}
