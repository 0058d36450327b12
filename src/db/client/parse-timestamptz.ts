import pg from 'pg'

const parseAny = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ) as (text: string) => Date

/** Length of a time in UTC with milliseconds, as PostgreSQL formats it. */
const MAX_LENGTH = '2026-01-01 00:00:00.000+00'.length

/**
 * Parses a `timestamptz` as PostgreSQL formats it. For a time in UTC of a four-digit year with at most
 * milliseconds it needs half the time and a fraction of the memory of the parser of node-postgres, which
 * parses all others.
 */
export function parseTimestamptz(text: string): Date {
  if (text.length > MAX_LENGTH || text.charAt(10) !== ' ' || !text.endsWith('+00')) return parseAny(text)
  return new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`)
}
