import { sql } from 'kysely'
import { subjectOf } from '../../events/catalogue.ts'
import type { EventFilter } from '../../events/event-filter.ts'

/** Selects all events, except notices of webhooks that do not belong to the install. */
export function eventsOfInstall(installId: number): EventFilter {
  return {
    only: sql`(type not like 'webhook%' or (snapshot->>'installId')::int = ${installId})`,
    matches: ({ type, snapshot }) =>
      subjectOf(type) !== 'webhook' || (snapshot as { installId: number | null }).installId === installId,
  }
}
