import type { Db } from '../../db/database.ts'
import { builder } from '../../graphql/builder.ts'
import { activityPeriods, MAX_PERIODS, rangeBefore, type ActivityRequest } from './activity-periods.ts'
import { countActivity } from './count-activity.ts'
import { ActivityPeriodRef, ActivityRef, type ActivityRow } from './type.ts'

builder.queryFields((t) => ({
  activity: t.field({
    type: ActivityRef,
    nullable: true,
    access: { require: 'team', scope: 'posts:read' },
    description: 'Numbers of new posts, votes, comments and customers per day, week or month.',
    args: {
      from: t.arg({ type: 'DateTime', required: true, description: 'Start of the range.' }),
      to: t.arg({
        type: 'DateTime',
        required: true,
        description: 'End of the range, at most 400 periods after its start.',
      }),
      by: t.arg({ type: ActivityPeriodRef, required: true, description: 'Unit of the periods.' }),
      timeZone: t.arg.string({
        defaultValue: 'UTC',
        description: 'IANA time zone whose calendar defines the periods. Default `UTC`.',
      }),
    },
    resolve: (_root, { timeZone, ...range }, { db, organizationId }) =>
      readActivity(db, organizationId, { ...range, timeZone: timeZone ?? 'UTC' }),
  }),
}))

async function readActivity(db: Db, organizationId: number, request: ActivityRequest): Promise<ActivityRow> {
  const countPeriods = async (range: ActivityRequest, most?: number) =>
    countActivity(db, organizationId, await activityPeriods(db, range, most))
  // The range before may touch one more period at each end.
  const countBefore = async () => {
    const range = await rangeBefore(db, request)
    return { range, periods: await countPeriods({ ...request, ...range }, MAX_PERIODS + 2) }
  }
  let before: ReturnType<typeof countBefore> | undefined
  return {
    range: { from: request.from, to: request.to },
    periods: await countPeriods(request),
    previous: () => (before ??= countBefore()),
  }
}
