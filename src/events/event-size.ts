import { sql } from 'kysely'

/** Size, in characters, that is assumed for an event recorded before sizes were stored. */
const ASSUMED_SIZE = 100_000

/** SQL of the size of an event of `events`, in characters. */
export const EVENT_SIZE = sizeOf('events')

/** Returns SQL of the size of an event, in characters. `alias` is the name of the table in the statement. */
export function sizeOf(alias: string) {
  return sql<number>`${sql.raw(sizeText(alias))}`
}

/** Returns the text of `sizeOf`. */
export function sizeText(alias: string): string {
  return `case when ${alias}.size > 0 then ${alias}.size else ${ASSUMED_SIZE} end`
}
