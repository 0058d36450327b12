import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { invalidParam } from '../../lib/errors.ts'
import { assertTimeZone, unknownTimeZone } from '../../lib/text/time-zone.ts'

/** Calendar unit of the periods of an activity. A week starts on Monday. */
export type PeriodUnit = 'day' | 'week' | 'month'

/** A range of time. It includes `from` and excludes `to`. */
export type TimeRange = { from: Date; to: Date }

export type ActivityRequest = TimeRange & {
  by: PeriodUnit
  /** Name of a time zone of the IANA database, whose calendar defines the periods. */
  timeZone: string
}

/** Maximum number of periods of a range. */
export const MAX_PERIODS = 400
const HOUR = 3_600_000
/** Lengths of the longest periods, in milliseconds: the days of a change of the clock have 25 hours. */
const MAX_LENGTHS: Record<PeriodUnit, number> = { day: 25 * HOUR, week: 169 * HOUR, month: 745 * HOUR }

/**
 * Divides a range into the days, weeks or months of a time zone, in order and without gaps. The first and the
 * last period end at the limits of the range. A period that the zone skips is omitted.
 * @throws AppError INVALID_PARAM for a range that does not end after it starts or has more than `most` periods,
 * or an unknown time zone
 */
export async function activityPeriods(
  db: Db,
  request: ActivityRequest,
  most = MAX_PERIODS,
): Promise<TimeRange[]> {
  const { from, to, by, timeZone } = request
  if (from >= to) throw invalidParam('from', 'must be before "to"')
  assertTimeZone(timeZone)
  if ((to.getTime() - from.getTime()) / MAX_LENGTHS[by] > most) throw tooMany()
  // Starts a period early, because an hour that is repeated may be of the period before.
  const { rows } = await sql<TimeRange>`
    select greatest(starts, ${from}::timestamptz) as "from", least(ends, ${to}::timestamptz) as "to"
    from (
      select start at time zone ${timeZone}::text as starts, (start + ${`1 ${by}`}::interval) at time zone ${timeZone}::text as ends
      from generate_series(
        date_trunc(${by}, ${from}::timestamptz at time zone ${timeZone}::text) - ${`1 ${by}`}::interval,
        (${to}::timestamptz at time zone ${timeZone}::text) + ${`1 ${by}`}::interval, ${`1 ${by}`}::interval) as start) periods
    where ends > starts and ends > ${from}::timestamptz and starts < ${to}::timestamptz
    order by 1 limit ${sql.lit(most + 1)}`
    .execute(db)
    .catch(refuseTimeZone)
  if (rows.length > most) throw tooMany()
  return rows
}

/**
 * Returns the range of the same length before a range, by the calendar of the time zone: the 14 days before 14
 * days, and the month before a month.
 */
export async function rangeBefore(db: Db, { from, to, by, timeZone }: ActivityRequest): Promise<TimeRange> {
  const { rows } = await sql<{ start: Date }>`
    select (first - case when ${by} = 'month' then age(last, first) else last - first end) at time zone ${timeZone}::text as start
    from (select ${from}::timestamptz at time zone ${timeZone}::text as first,
      ${to}::timestamptz at time zone ${timeZone}::text as last) local`.execute(db)
  const start = rows[0]?.start ?? from
  // An hour that is repeated has no length by the calendar.
  return { from: start < from ? start : new Date(2 * from.getTime() - to.getTime()), to: from }
}

const tooMany = () => invalidParam('to', `must be at most ${MAX_PERIODS} periods after "from"`)

/** SQLSTATE of a time zone that the database does not have. */
const INVALID_PARAMETER_VALUE = '22023'

function refuseTimeZone(error: unknown): never {
  throw (error as { code?: string }).code === INVALID_PARAMETER_VALUE ? unknownTimeZone() : error
}
