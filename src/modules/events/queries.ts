import { builder } from '../../graphql/builder.ts'
import { eventsOfInstall } from '../webhooks/event-filters.ts'
import { allOf, toEventFilter } from './event-filters.ts'
import { EventFilterInput, checkedConditions } from './inputs.ts'
import { listEvents } from './list-events.ts'
import { readableTypes } from './policy.ts'
import { EventConnectionRef } from './type.ts'

builder.queryFields((t) => ({
  events: t.field({
    type: EventConnectionRef,
    access: { require: 'team', scope: 'any' },
    description:
      'Events of the log, oldest first, of the last 30 days by default. Cursors are event ids, which subscriptions accept and return as well.',
    args: {
      filter: t.arg({ type: EventFilterInput, description: 'Filter of the list.' }),
      first: t.arg.int({
        description: 'Page size, 1 to 100, from the start or after `after`. Default 30.',
      }),
      after: t.arg.id({ description: 'Id of the event after which the page starts.' }),
      last: t.arg.int({ description: 'Page size, 1 to 100, from the end or before `before`.' }),
      before: t.arg.id({ description: 'Id of the event before which the page ends.' }),
    },
    resolve: (_root, { filter, ...page }, { db, organizationId, caller }) => {
      const conditions = checkedConditions(filter)
      const own = caller.install && eventsOfInstall(caller.install.id)
      return listEvents(db, organizationId, {
        types: readableTypes(caller, conditions.types),
        only: allOf([own, toEventFilter(conditions)]).only,
        page,
      })
    },
  }),
}))
