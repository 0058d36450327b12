import { isAdmin } from '../../auth/caller.ts'
import type { Actor } from '../../events/actor.ts'
import { builder } from '../../graphql/builder.ts'
import { enumType } from '../../graphql/schema/enum.ts'
import { toNodeId, type NodeType } from '../../graphql/schema/node/prefixes.ts'
import { InstallRef } from '../oauth/installs/type.ts'
import { oauthLoaders } from '../oauth/loaders.ts'
import { ApiKeyRef } from '../organizations/api-key-type.ts'
import { organizationLoaders } from '../organizations/loaders.ts'
import { userLoaders } from '../users/loaders.ts'
import { UserRef } from '../users/type.ts'
import type { EventNode } from './event-node.ts'

type EventActor = Pick<EventNode, 'actorKind' | 'actorId' | 'actorUserId'>

/** Kinds of actors with an id, and their types. */
const NODE_TYPES: Partial<Record<Actor['kind'], NodeType>> = {
  user: 'User',
  install: 'Install',
  api_key: 'ApiKey',
}

const EventActorKindRef = enumType('EventActorKind', 'Kind of party that causes events.', {
  user: 'A person, authenticated by a user token.',
  install: 'An installed app, on behalf of a user.',
  api_key: 'An API key of the organization, without a user token.',
  system: 'The service itself, such as at a scheduled time.',
})

/** Returns the id of an actor of this kind, or null for another. */
const idIf = ({ actorKind, actorId }: EventActor, kind: Actor['kind']) =>
  actorKind === kind ? actorId : null

export const EventActorRef = builder.objectRef<EventActor>('EventActor').implement({
  description: 'Party that caused an event.',
  fields: (t) => ({
    kind: t.field({
      type: EventActorKindRef,
      description: 'Kind of the actor.',
      resolve: ({ actorKind }) => actorKind ?? 'system',
    }),
    actorId: t.id({
      nullable: true,
      description:
        'Id of the user, the install or the API key, also after its deletion, for `EventFilter.actorId`. Null for the service itself.',
      resolve: ({ actorKind, actorId }) => {
        const type = actorKind && NODE_TYPES[actorKind]
        return type && actorId !== null ? toNodeId(type, actorId) : null
      },
    }),
    user: t.field({
      type: UserRef,
      nullable: true,
      description:
        'Person who acted, or on whose behalf the install acted. Null for others, and once deleted.',
      resolve: (actor, _args, context) => {
        const id = idIf(actor, 'user') ?? actor.actorUserId
        return id === null ? null : userLoaders(context).byId.find(id)
      },
    }),
    install: t.field({
      type: InstallRef,
      nullable: true,
      description: 'Install that acted. Null for others, once deleted, and unless the caller is an admin.',
      resolve: (actor, _args, context) => {
        const id = isAdmin(context.caller) ? idIf(actor, 'install') : null
        return id === null ? null : oauthLoaders(context).installById.find(id)
      },
    }),
    apiKey: t.field({
      type: ApiKeyRef,
      nullable: true,
      description: 'API key that acted. Null for others, and unless the caller is an admin.',
      resolve: (actor, _args, context) => {
        const id = isAdmin(context.caller) ? idIf(actor, 'api_key') : null
        return id === null ? null : organizationLoaders(context).apiKeyById.find(id)
      },
    }),
  }),
})
