import { builder } from '../../graphql/builder.ts'
import { enumType } from '../../graphql/schema/enum.ts'
import type { TimeRange } from './activity-periods.ts'
import { totalOf, type ActivityCounts } from './count-activity.ts'

/** Activity of a range. The range before is counted only when it is selected. */
export type ActivityRow = {
  range: TimeRange
  periods: ActivityCounts[]
  previous: () => Promise<{ range: TimeRange; periods: ActivityCounts[] }>
}

const ActivityCountsRef = builder.objectRef<ActivityCounts>('ActivityCounts').implement({
  description: 'Numbers of new objects in a range of time, among those that the team may list.',
  fields: (t) => ({
    from: t.expose('from', { type: 'DateTime', description: 'Start of the range.' }),
    to: t.expose('to', { type: 'DateTime', description: 'End of the range, exclusive.' }),
    posts: t.exposeInt('posts', {
      description: 'Number of new posts, including private ones. Hidden and merged ones do not count.',
    }),
    votes: t.exposeInt('votes', { description: 'Number of votes cast in both directions.' }),
    comments: t.exposeInt('comments', {
      description: 'Number of new comments, including internal ones. Deleted ones do not count.',
    }),
    customers: t.exposeInt('customers', {
      access: { scope: 'customers:read' },
      description: 'Number of new customers.',
    }),
  }),
})

export const ActivityRef = builder.objectRef<ActivityRow>('Activity').implement({
  description: 'New posts, votes, comments and customers in a range of time, and in the range before it.',
  fields: (t) => ({
    total: t.field({
      type: ActivityCountsRef,
      description: 'Numbers of the whole range.',
      resolve: ({ periods, range }) => totalOf(periods, range),
    }),
    periods: t.expose('periods', {
      type: [ActivityCountsRef],
      description:
        'Numbers of each period in order, also of those without activity. The first and last end at the limits of the range.',
    }),
    previousTotal: t.field({
      type: ActivityCountsRef,
      description: 'Numbers of the range of the same length before, by the calendar of the time zone.',
      resolve: async ({ previous }) => {
        const { periods, range } = await previous()
        return totalOf(periods, range)
      },
    }),
    previousPeriods: t.field({
      type: [ActivityCountsRef],
      description: 'Numbers of each period of the range before.',
      resolve: async ({ previous }) => (await previous()).periods,
    }),
  }),
})

export const ActivityPeriodRef = enumType('ActivityPeriod', 'Calendar unit of the periods of an activity.', {
  day: 'Days.',
  week: 'Weeks from Monday to Sunday.',
  month: 'Months.',
})
