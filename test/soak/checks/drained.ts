import { setTimeout as sleep } from 'node:timers/promises'
import type { Ledger } from '../ledger.ts'
import type { SoakPostgres } from '../postgres.ts'
import type { Streams } from '../streams.ts'
import { storedEvents } from './stored-events.ts'

const DRAINED_WITHIN_MS = 300_000

type Waiting = { deliveries: number; mails: number; scheduled: number; unqueued: number; behind: number }

/**
 * Waits until nothing is queued, scheduled or pending for a stream. A remainder after five minutes is a
 * breach.
 */
export async function waitUntilDrained(
  { postgres, streams, ledger }: { postgres: SoakPostgres; streams: Streams; ledger: Ledger },
  { organizationId, anchor }: { organizationId: number; anchor: string },
): Promise<void> {
  const deadline = performance.now() + DRAINED_WITHIN_MS
  for (;;) {
    const waiting = await whatWaits()
    if (Object.values(waiting).every((count) => count === 0)) return
    if (performance.now() > deadline) return ledger.breach('not drained', JSON.stringify(waiting))
    await sleep(500)
  }

  async function whatWaits(): Promise<Waiting> {
    const [row] = await postgres.query<Omit<Waiting, 'behind'>>(`select
      (select count(*)::int from deliveries where state in ('pending', 'held')) as deliveries,
      (select count(*)::int from changelogs where scheduled_at is not null and published_at is null) as scheduled,
      (select count(*)::int from event_box) as unqueued,
      (select count(*) from mails where state in ('queued', 'sending'))::int
        + (select count(*) from notification_topics where planned_at is null)::int
        + (select count(*) from notification_cursors c join event_heads h on h.organization_id = c.organization_id
          where c.read_to < h.last)::int as mails`)
    const last = (await storedEvents(postgres, organizationId, anchor)).at(-1)?.id
    const behind = streams.all.filter(({ ids }) => last !== undefined && ids.at(-1) !== last).length
    return { deliveries: 0, mails: 0, scheduled: 0, unqueued: 0, ...row, behind }
  }
}
