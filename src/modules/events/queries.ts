import { hasTeamView } from '../../auth/caller.ts'
import { builder } from '../../graphql/builder.ts'
import { visibleBucket } from '../buckets/visible-bucket.ts'
import { notFound } from '../../lib/errors.ts'
import { countByStatus } from '../posts/status-counts/count-by-status.ts'
import { EventTypeRef } from './enums.ts'
import { findEvent } from './find-event.ts'
import { listEvents } from './list-events.ts'
import { assertEventType, canSeeEvent, readableTypes } from './policy.ts'
import { eventsOfInstall } from './selections.ts'
import { StatusCountRef } from '../posts/status-counts/status-count-type.ts'
import { EventConnectionRef, EventRef } from './type.ts'

builder.queryFields((t) => ({
  events: t.field({
    type: EventConnectionRef,
    access: { require: 'team', scope: 'any' },
    description:
      'What happened in the last 30 days, oldest first. Cursors are ids of events: a subscription can go on from one that was found here, and the other way round.',
    args: {
      types: t.arg({
        type: [EventTypeRef],
        description: 'Events of these types; by default all that are open.',
      }),
      first: t.arg.int({
        description: 'How many, from the start or after `after`: 1 to 100, 30 by default.',
      }),
      after: t.arg.string({ description: 'Go on after the event with this id.' }),
      last: t.arg.int({ description: 'How many, from the end or before `before`: 1 to 100.' }),
      before: t.arg.string({ description: 'Stop before the event with this id.' }),
    },
    resolve: (_root, { types, ...page }, { db, organizationId, caller }) =>
      listEvents(db, organizationId, {
        types: readableTypes(caller, types),
        only: caller.install ? eventsOfInstall(caller.install.id).only : undefined,
        page,
      }),
  }),

  event: t.field({
    type: EventRef,
    access: { require: 'team', scope: 'any' },
    description: 'One event of the last 30 days.',
    args: { id: t.arg.string({ required: true, description: 'Id of the event, such as `evt_1a_2b`.' }) },
    resolve: async (_root, { id }, { db, organizationId, caller }) => {
      const event = await findEvent(db, organizationId, id)
      if (!event || !canSeeEvent(caller, event)) throw notFound('Event')
      assertEventType(caller, event.type)
      return event
    },
  }),

  statusCounts: t.field({
    type: [StatusCountRef],
    access: { require: 'organization', scope: 'posts:read' },
    description:
      "How many posts each status has, in the workflow's order, of those that the caller's list shows; to the team with private boards'.",
    args: { bucketId: t.arg.id({ description: 'Posts on this board only.' }) },
    resolve: async (_root, { bucketId }, context) => {
      const { db, organizationId, caller } = context
      const bucket = bucketId == null ? null : await visibleBucket(context, bucketId)
      const viewer = { seesAll: hasTeamView(caller), actorId: caller.actorId }
      return countByStatus(db, organizationId, { bucketId: bucket?.id ?? null, viewer })
    },
  }),
}))
