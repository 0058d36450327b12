import type { Db } from '../db/database.ts'
import { notify } from '../db/history/notifications.ts'

/** Gives the events of organizations their numbers. */
type Numbering = {
  /** Numbers the recorded events of an organization soon. */
  wake(organizationId: number): void
  /** Counts deliveries that were queued with the numbers. */
  countQueued(count: number): void
}

const numberings = new WeakMap<Db, Numbering>()

/** Registers the numbering of this process for a database. Returns a function that removes it. */
export function setNumbering(db: Db, numbering: Numbering): () => void {
  numberings.set(db, numbering)
  return () => {
    if (numberings.get(db) === numbering) numberings.delete(db)
  }
}

/**
 * Reports recorded events of an organization after the commit. This process numbers them at once. One that does not,
 * such as a command, notifies those that do.
 */
export function announceRecorded(db: Db, organizationId: number): void {
  const numbering = numberings.get(db)
  if (numbering) numbering.wake(organizationId)
  else notify(db, `recorded:${organizationId}`)
}

/** Reports numbered events of an organization, and the deliveries that were queued for them, after the commit. */
export function announceNumbered(db: Db, organizationId: number, queued: number): void {
  notify(db, `events:${organizationId}`)
  if (queued === 0) return
  numberings.get(db)?.countQueued(queued)
  notify(db, 'deliveries')
}
