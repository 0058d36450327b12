import { hasTeamView } from '../../auth/caller.ts'
import { subjectOf, type EventType } from '../../events/catalogue.ts'
import { eventIdOf } from '../../events/cursor.ts'
import { builder } from '../../graphql/builder.ts'
import type { Context } from '../../graphql/context.ts'
import { eventNodeFinder, NodeRef } from '../../graphql/schema/node/node.ts'
import { connectionType } from '../../graphql/schema/page.ts'
import { organizationLoaders } from '../organizations/loaders.ts'
import { OrganizationRef } from '../organizations/type.ts'
import { EventActorRef } from './actor-type.ts'
import { ChangeRef, changesOf } from './change-type.ts'
import { contentOf } from './event-content.ts'
import type { EventNode } from './event-node.ts'
import { EventTypeRef } from './enums.ts'
import { findVisibleEvent } from './visible-event.ts'

/** Returns the name of the GraphQL type of an event: `PostEvent` for `post_created`. */
function typeNameOf(type: EventType): string {
  const subject = subjectOf(type)
  return `${subject.charAt(0).toUpperCase()}${subject.slice(1)}Event`
}

/** Returns the snapshot of an event, converted by its module. */
export function snapshotOf<Snapshot>(
  event: EventNode,
  context: Context,
  convert: (snapshot: object) => Snapshot,
): Snapshot | Promise<Snapshot> {
  const content = contentOf(event, context)
  return content instanceof Promise
    ? content.then(({ snapshot }) => convert(snapshot))
    : convert(content.snapshot)
}

export const EventRef = builder.interfaceRef<EventNode>('Event').implement({
  description: 'An event of the organization, retained for 30 days by default.',
  interfaces: [NodeRef],
  resolveType: ({ type }) => typeNameOf(type),
  fields: (t) => ({
    id: t.id({
      description: 'Event id, such as `evt_1a_2b`. It is the position in the log, for paging and resuming.',
      resolve: eventIdOf,
    }),
    type: t.expose('type', { type: EventTypeRef, description: 'Type of the event.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time of the event.' }),
    actor: t.field({
      type: EventActorRef,
      nullable: true,
      description: 'Party that caused the event. Null outside the team, and for events recorded without one.',
      resolve: (event, _args, { caller }) => (event.actorKind && hasTeamView(caller) ? event : null),
    }),
    organization: t.field({
      type: OrganizationRef,
      description: 'Organization of the event.',
      resolve: (_event, _args, context) => organizationLoaders(context).current(),
    }),
    changes: t.field({
      type: [ChangeRef],
      description: 'Changes of an update. Empty for other events, and outside the team.',
      resolve: (event, _args, context) => changesOf(event, context),
    }),
  }),
})

eventNodeFinder(async (context, id) => {
  const event = await findVisibleEvent(context, id)
  return event && { type: typeNameOf(event.type), row: event }
})

export const EventConnectionRef = connectionType('Event', EventRef)
