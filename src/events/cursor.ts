/**
 * A position in the event log of an organization, directly after the event with this number. Numbers ascend in the
 * order in which the events can be read. They have gaps. `id` is that of the event, or the greatest.
 */
export type Cursor = { position: number; id: number }

/** The cursor before the first event. */
export const BEGINNING: Cursor = { position: 0, id: 0 }

const PREFIX = 'evt_'

/** Returns the position directly after a number. */
export const cursorAfter = (number: number): Cursor => ({ position: number, id: Number.MAX_SAFE_INTEGER })

/**
 * Returns the public id of the event at a cursor, from which a reader can resume: `evt_<position>_<id>` in
 * base 36.
 */
export function eventIdOf({ position, id }: Cursor): string {
  return `${PREFIX}${position.toString(36)}_${id.toString(36)}`
}

/** Returns the cursor in an event's id. Null for any other text. */
export function parseEventId(text: string): Cursor | null {
  const [, position, id] = /^evt_([0-9a-z]{1,11})_([0-9a-z]{1,11})$/.exec(text) ?? []
  if (position === undefined || id === undefined) return null
  const cursor = { position: parseInt(position, 36), id: parseInt(id, 36) }
  const isPlain = Number.isSafeInteger(cursor.position) && Number.isSafeInteger(cursor.id)
  return isPlain && eventIdOf(cursor) === text ? cursor : null
}

/** Returns a negative number when `one` is before `other`, 0 when they are equal. */
export function compareCursors(one: Cursor, other: Cursor): number {
  return one.position - other.position || one.id - other.id
}
