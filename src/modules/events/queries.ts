import { builder } from '../../graphql/builder.ts'
import { EventTypeRef } from './enums.ts'
import { listEvents } from './list-events.ts'
import { readableTypes } from './policy.ts'
import { eventsOfInstall } from '../webhooks/event-filters.ts'
import { EventConnectionRef, EventRef } from './type.ts'
import { visibleEvent } from './visible-event.ts'

builder.queryFields((t) => ({
  events: t.field({
    type: EventConnectionRef,
    access: { require: 'team', scope: 'any' },
    description:
      'Events of the last 30 days, oldest first. Cursors are event ids, which subscriptions accept and return as well.',
    args: {
      types: t.arg({
        type: [EventTypeRef],
        description: 'Only events of these types. By default all types that the caller may read.',
      }),
      first: t.arg.int({
        description: 'Page size, 1 to 100, from the start or after `after`. Default 30.',
      }),
      after: t.arg.id({ description: 'Id of the event after which the page starts.' }),
      last: t.arg.int({ description: 'Page size, 1 to 100, from the end or before `before`.' }),
      before: t.arg.id({ description: 'Id of the event before which the page ends.' }),
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
    description: 'The event with the given id, within the last 30 days.',
    args: { id: t.arg.id({ required: true, description: 'Id of the event, such as `evt_1a_2b`.' }) },
    resolve: (_root, { id }, context) => visibleEvent(context, id),
  }),
}))
