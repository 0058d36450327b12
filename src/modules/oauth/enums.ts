import { EVENT_NAMES, EVENTS, type EventName } from '../../events/catalogue.ts'
import type { ActorMode } from '../../db/generated/tables.ts'
import { builder } from '../../graphql/builder.ts'

export const ActorModeRef = builder.enumType('ActorMode', {
  description: 'Whom an installed app acts as.',
  values: {
    app: { value: 'app', description: 'As itself: a bot user named after the app.' },
    self: { value: 'self', description: 'As the person who installed it, with no more than they may do.' },
  } as const satisfies Record<ActorMode, object>,
})

export const EventNameRef = builder.enumType('EventName', {
  description: 'What a webhook can be told of.',
  values: Object.fromEntries(
    EVENT_NAMES.map((name) => [name, { value: name, description: EVENTS[name] }]),
  ) as Record<EventName, { value: EventName; description: string }>,
})
