/** A place in the event log: between the event of this position and id, and the next one. */
export type Cursor = { position: number; id: number }

/** Before the first event. */
export const BEGINNING: Cursor = { position: 0, id: 0 }

const PREFIX = 'evt_'

/** The public id of the event at a place, which a reader resumes from: `evt_<position>_<id>` in base 36. */
export function eventIdOf({ position, id }: Cursor): string {
  return `${PREFIX}${position.toString(36)}_${id.toString(36)}`
}

/** The place that an event's id names; null for what is no such id. */
export function parseEventId(text: string): Cursor | null {
  const [, position, id] = /^evt_([0-9a-z]{1,11})_([0-9a-z]{1,11})$/.exec(text) ?? []
  if (position === undefined || id === undefined) return null
  const cursor = { position: parseInt(position, 36), id: parseInt(id, 36) }
  const isPlain = Number.isSafeInteger(cursor.position) && Number.isSafeInteger(cursor.id)
  return isPlain && eventIdOf(cursor) === text ? cursor : null
}

/** Negative when `one` comes before `other`, 0 when they are the same place. */
export function compareCursors(one: Cursor, other: Cursor): number {
  return one.position - other.position || one.id - other.id
}
