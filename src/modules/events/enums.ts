import { APP_EVENTS, EVENT_TYPES, NOTICES, TEAM_EVENTS, type EventType } from '../../events/catalogue.ts'
import { builder } from '../../graphql/builder.ts'

const DESCRIPTIONS: Record<EventType, string> = { ...APP_EVENTS, ...TEAM_EVENTS, ...NOTICES }

export const EventTypeRef = builder.enumType('EventType', {
  description: 'Type of an event in the event log.',
  values: Object.fromEntries(
    EVENT_TYPES.map((type) => [type.toUpperCase(), { value: type, description: DESCRIPTIONS[type] }]),
  ) as Record<Uppercase<EventType>, { value: EventType; description: string }>,
})
