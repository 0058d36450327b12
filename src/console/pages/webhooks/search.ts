import { DELIVERED_TYPES, type EventType } from './event-types.ts'

export const STATES = ['PENDING', 'SUCCEEDED', 'FAILED', 'HELD', 'CANCELED'] as const
export const RANGES = ['hour', 'day', 'week'] as const
export const PARTS = ['request', 'response', 'tries', 'verify'] as const
/** HTTP statuses that a list can show: hundreds as `2xx`, and single ones. */
export const STATUSES = ['2xx', '3xx', '4xx', '400', '401', '403', '404', '410', '413', '429', '5xx'].concat([
  '500',
  '502',
  '503',
  '504',
])

/** State of a list of deliveries in its address. */
export type DeliverySearch = {
  state?: (typeof STATES)[number]
  type?: EventType
  http?: string
  range?: (typeof RANGES)[number] | 'custom'
  /** Local times of a range of one's own, as `datetime-local` writes them. */
  from?: string
  to?: string
  /** Id of an event. */
  event?: string
  /** Id of the delivery that is open, and its part. */
  delivery?: string
  part?: (typeof PARTS)[number]
  /** Number of the try whose request and response are shown. By default the last one. */
  try?: number
}

const LOCAL_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/
const oneOf = <Value extends string>(values: readonly Value[], value: unknown) =>
  values.find((one) => one === value)
const matching = (pattern: RegExp, value: unknown) =>
  typeof value === 'string' && pattern.test(value) ? value : undefined

/** Returns the known part of an address. */
export function searchOf(search: Record<string, unknown>): DeliverySearch {
  const number = Number(search.try)
  const parts = {
    state: oneOf(STATES, search.state),
    type: oneOf(DELIVERED_TYPES, search.type),
    http: oneOf(STATUSES, String(search.http)),
    range: oneOf([...RANGES, 'custom'] as const, search.range),
    from: matching(LOCAL_TIME, search.from),
    to: matching(LOCAL_TIME, search.to),
    event: matching(/^evt_\w+$/, search.event),
    delivery: matching(/^dlv_\d+$/, search.delivery),
    part: oneOf(PARTS, search.part),
    try: Number.isInteger(number) && number > 0 ? number : undefined,
  }
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined))
}
