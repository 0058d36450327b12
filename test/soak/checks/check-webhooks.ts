import type { Ledger } from '../ledger.ts'
import type { SoakPostgres } from '../postgres.ts'
import type { SoakReceiver } from '../receivers.ts'
import type { StoredEvent } from './stored-events.ts'

/** Checks that each receiver received every event that its webhook subscribes to, and nothing else. */
export async function checkWebhooks(
  { postgres, ledger }: { postgres: SoakPostgres; ledger: Ledger },
  receivers: SoakReceiver[],
  events: StoredEvent[],
): Promise<void> {
  for (const { name, events: types, received } of receivers) {
    const expected = new Map(
      events.filter(({ type }) => types.includes(type)).map((event) => [event.id, event.name]),
    )
    const missing = [...expected].filter(([id]) => (received.get(id)?.answered ?? 0) === 0)
    for (const [id, event] of missing) ledger.breach('webhook lost', `${name}: ${id} ${event}`)
    for (const [id, { event }] of received)
      if (expected.get(id) !== event)
        ledger.breach('webhook invented', `${name}: ${id} "${event}", not "${expected.get(id)}"`)
  }
  const failed = await postgres.query<{ url: string; reason: string; count: number }>(
    `select w.url, d.reason, count(*)::int as count from deliveries d
     join webhooks w on (w.organization_id, w.id) = (d.organization_id, d.webhook_id)
     where d.state in ('failed', 'canceled', 'held') group by 1, 2`,
  )
  for (const { url, reason, count } of failed)
    ledger.breach('webhook lost', `${count} deliveries to ${url} did not succeed: ${reason}`)
}
