import { useEffect, useState } from 'react'
import { graphql, type ResultOf } from '../../graphql.ts'
import { useLiveQuery } from '../../live/use-live-query.ts'
import type { Days } from './days.ts'

const ACTIVITY = graphql(`
  query DashboardActivity($from: DateTime!, $to: DateTime!, $timeZone: String!) {
    activity(from: $from, to: $to, by: DAY, timeZone: $timeZone) {
      total {
        posts
        votes
        comments
      }
      previousTotal {
        posts
        votes
        comments
      }
      periods {
        from
        posts
        votes
        comments
      }
      previousPeriods {
        from
        posts
        votes
        comments
      }
    }
  }
`)

export type Activity = NonNullable<ResultOf<typeof ACTIVITY>['activity']>

const MINUTE_MS = 60_000
const COUNTED = /^(POST|VOTE|COMMENT)_/
const changesActivity = (type: string) => COUNTED.test(type)

/** New posts, votes and comments of each of the last days in the zone of the reader, today included. */
export function useActivity(days: Days) {
  const { year, month, day } = useToday()
  return useLiveQuery({
    query: ACTIVITY,
    variables: {
      from: new Date(year, month, day - days + 1).toISOString(),
      to: new Date(year, month, day + 1).toISOString(),
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    },
    changesWith: changesActivity,
  })
}

/** Date of today. It changes at midnight, at most a minute late. */
function useToday() {
  const [today, setToday] = useState(dateOf)
  useEffect(() => {
    const timer = setInterval(
      () =>
        setToday((before) => {
          const now = dateOf()
          return before.day === now.day && before.month === now.month ? before : now
        }),
      MINUTE_MS,
    )
    return () => clearInterval(timer)
  }, [])
  return today
}

function dateOf() {
  const now = new Date()
  return { year: now.getFullYear(), month: now.getMonth(), day: now.getDate() }
}
