import texts from '../../messages/en/events.json'
import { messagesOf } from '../../messages.ts'
import type { LiveEvent } from '../../live/event-documents.ts'

export type EventType = LiveEvent['type']

const t = messagesOf(texts)
const isType = (key: string): key is EventType => /^[A-Z]+_[A-Z]+$/.test(key)

/** Types of events with their names, sorted by name. */
export const EVENT_TYPES = Object.keys(texts)
  .filter(isType)
  .map((value) => ({ value, label: t(value) }))
  .sort((one, other) => one.label.localeCompare(other.label))

/** Name of a type. */
export const nameOfType = (type: EventType) => t(type)

/** Returns the known types of a list in an address. */
export const typesOf = (list: string | undefined): EventType[] =>
  EVENT_TYPES.map(({ value }) => value).filter((type) => list?.split(',').includes(type))
