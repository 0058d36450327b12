import { sql } from 'kysely'

/** SQL of the time of the next digests: 08:00 of the next day in a time zone, by the database's clock. */
export const nextDigestAt = (timeZone: string) =>
  sql<Date>`(date_trunc('day', statement_timestamp() at time zone ${timeZone}) + make_interval(days => 1, hours => 8))
    at time zone ${timeZone}`
