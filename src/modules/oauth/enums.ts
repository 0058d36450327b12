import { SCOPES, type Scope } from '../../auth/scopes.ts'
import { EVENT_NAMES, EVENTS, type EventName } from '../../events/catalogue.ts'
import type { ActorMode } from '../../db/generated/tables.ts'
import { builder } from '../../graphql/builder.ts'

export const ActorModeRef = builder.enumType('ActorMode', {
  description: 'Actor mode of an installed app.',
  values: {
    app: { value: 'app', description: 'The app acts as itself, through a bot user named after it.' },
    self: {
      value: 'self',
      description: 'The app acts as the person who installed it and has at most their permissions.',
    },
  } as const satisfies Record<ActorMode, object>,
})

export const ScopeRef = builder.enumType('Scope', {
  description: 'Scope of an OAuth token. `POSTS_READ` is `posts:read` in the OAuth protocol.',
  values: Object.fromEntries(
    Object.entries(SCOPES).map(([scope, description]) => [
      scope.toUpperCase().replace(':', '_'),
      { value: scope, description: `${description}.` },
    ]),
  ) as Record<string, { value: Scope; description: string }>,
})

export const EventNameRef = builder.enumType('EventName', {
  description: 'Event that a webhook can subscribe to.',
  values: Object.fromEntries(
    EVENT_NAMES.map((name) => [name, { value: name, description: EVENTS[name] }]),
  ) as Record<EventName, { value: EventName; description: string }>,
})
