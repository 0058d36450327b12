import type { DeliverySearch } from './search.ts'

/** Whether an address restricts the list. */
export const isFiltered = ({ state, type, http, range, event }: DeliverySearch) =>
  [state, type, http, range, event].some((value) => value !== undefined)

const RANGE_MS = { hour: 3_600_000, day: 86_400_000, week: 604_800_000 }
const MINUTE_MS = 60_000

/** Returns the filter of the deliveries that an address shows. Times before now are in whole minutes. */
export function filterOf(search: DeliverySearch, webhookId: string | null, now: number) {
  const { state, type, http, event, range } = search
  return {
    webhookId,
    states: state ? [state] : null,
    eventTypes: type ? [type] : null,
    responseStatus: http === undefined ? null : statusRange(http),
    eventId: event ?? null,
    from:
      range === 'custom'
        ? instant(search.from)
        : range
          ? new Date(Math.floor(now / MINUTE_MS) * MINUTE_MS - RANGE_MS[range]).toISOString()
          : null,
    to: range === 'custom' ? instant(search.to) : null,
  }
}

export type DeliveryFilter = ReturnType<typeof filterOf>

const instant = (local: string | undefined) => (local === undefined ? null : new Date(local).toISOString())

function statusRange(http: string) {
  const min = Number(http.replaceAll('x', '0'))
  return { min, max: http.endsWith('xx') ? min + 99 : min }
}
