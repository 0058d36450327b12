import type { Kind } from '../kinds/kind.ts'
import type { Ledger } from '../ledger.ts'
import type { SoakPostgres } from '../postgres.ts'
import { ABSENT, possibleStates, type Thing } from '../thing.ts'
import type { StoredEvent } from './stored-events.ts'

type Row = { marker: string; state: string; id: number }

/**
 * Compares the stored rows with the acknowledged writes: nothing lost, nothing invented, nothing half done.
 */
export async function checkThings(
  { postgres, ledger, kinds }: { postgres: SoakPostgres; ledger: Ledger; kinds: Kind[] },
  things: Thing[],
  events: StoredEvent[],
  organizationId: number,
): Promise<void> {
  const recorded = new Map<string, number>()
  for (const { name } of events) recorded.set(name, (recorded.get(name) ?? 0) + 1)
  for (const kind of kinds) {
    const rows = await postgres.query<Row>(kind.stored, [organizationId])
    const states = new Map(rows.map(({ marker, state }) => [marker, state]))
    if (rows.length > states.size)
      ledger.breach('invented', `${rows.length - states.size} of kind ${kind.name} are stored twice`)
    const own = things.filter((thing) => thing.kind === kind.name)
    const markers = new Set(own.map(({ marker }) => marker))
    for (const { marker, state } of rows)
      if (!markers.has(marker)) ledger.breach('invented', `${kind.name} "${state}", which was not requested`)
    for (const thing of own) {
      const stored = states.get(thing.marker) ?? ABSENT
      checkState(ledger, thing, stored)
      checkEvents(ledger, thing, stored, recorded)
    }
  }
  const caused = new Set(things.flatMap(({ steps }) => steps.flatMap((step) => step.events)))
  for (const [name, count] of recorded)
    if (!caused.has(name)) ledger.breach('invented', `${count} × the event ${name}, which no write caused`)
}

function checkState(ledger: Ledger, thing: Thing, stored: string): void {
  const possible = possibleStates(thing, thing.acknowledged)
  if (possible.has(stored)) return
  const detail = `${thing.marker} is "${stored}", not "${[...possible].join('" or "')}"`
  const isOlder = thing.steps.slice(0, thing.acknowledged).some(({ state }) => state === stored)
  ledger.breach(isOlder ? 'lost' : 'invented', detail)
}

function checkEvents(ledger: Ledger, thing: Thing, stored: string, recorded: Map<string, number>): void {
  for (const { events, outcome, state } of thing.steps) {
    const counts = events.map((name) => recorded.get(name) ?? 0)
    const summary = `${outcome} "${state}" of ${thing.marker}: ${events.map((name, index) => `${counts[index]} × ${name}`).join(', ')}`
    if (counts.some((count) => count > 1)) ledger.breach('invented', `repeated events of ${summary}`)
    if (outcome === 'acknowledged' && counts.includes(0)) ledger.breach('lost', `events of ${summary}`)
    if (outcome === 'refused' && counts.some((count) => count > 0))
      ledger.breach('invented', `events of ${summary}`)
    if (outcome !== 'unknown' || counts.length === 0) continue
    if (new Set(counts).size > 1) ledger.breach('half done', `events of ${summary}`)
    const isStored = state === stored
    if (isStored !== (counts[0] ?? 0) > 0)
      ledger.breach('half done', `${isStored ? 'stored' : 'not stored'}: ${summary}`)
  }
}
