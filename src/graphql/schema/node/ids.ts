import { parseEventId, type Cursor } from '../../../events/cursor.ts'
import { MAX_ID } from '../../../lib/crypto/ids.ts'
import type { Pair } from '../../../db/lists/read-pairs.ts'
import { invalidParam, unprocessable } from '../../../lib/errors.ts'
import { firstCharacters } from '../../../lib/text/characters.ts'
import { NODE_PREFIXES, parseNodeId, parsePairId, withArticle, type NodeType } from './prefixes.ts'

/** Types whose ids exceed 32 bits. */
const LARGE: ReadonlySet<NodeType> = new Set(['WebhookDelivery', 'DeliveryAttempt'])

/**
 * Returns the database id of a typed id such as `tag_3`. An id that no row can have becomes 0, which matches
 * nothing.
 * @throws AppError INVALID_PARAM on `field` for an id of another type or of no form
 */
export function databaseIdOf<Id extends string | null | undefined>(
  type: NodeType,
  field: string,
  id: Id,
): Id extends string ? number : number | Exclude<Id, string> {
  if (id == null) return id as never
  const parsed = parseNodeId(id)
  if (parsed?.type !== type)
    throw invalidParam(field, problemOf(withArticle(type), `${NODE_PREFIXES[type]}_1`, id))
  return (isPossibleId(parsed) ? parsed.databaseId : 0) as never
}

/** Whether a row of the type can have the database id. */
export function isPossibleId({ type, databaseId }: { type: NodeType; databaseId: number }): boolean {
  return LARGE.has(type) || databaseId <= MAX_ID
}

/** Whether rows can have both database ids. */
export const isPossiblePair = (pair: Pair): boolean => pair.every((id) => id <= MAX_ID)

/** Maximum number of ids in a list. Each becomes part of statements and reads rows. */
const MAX_IDS = 500

/**
 * Returns the database ids of a list of typed ids, in order and without duplicates.
 * @throws AppError INVALID_PARAM as `databaseIdOf`, UNPROCESSABLE for more than 500
 */
export function databaseIdsOf(type: NodeType, field: string, ids: readonly string[]): number[] {
  if (ids.length > MAX_IDS) throw unprocessable(field, `must contain at most ${MAX_IDS} ids`)
  return [...new Set(ids.map((id) => databaseIdOf(type, field, id)))]
}

/**
 * Returns the position in an event's id such as `evt_1a_2b`, which may be that of no event.
 * @throws AppError INVALID_PARAM on `field` for an id of another type or of no form
 */
export function eventCursorOf(field: string, id: string): Cursor {
  const cursor = parseEventId(id)
  if (!cursor) throw invalidParam(field, problemOf('an Event', 'evt_1a_2b', id))
  return cursor
}

function problemOf(wanted: string, example: string, id: string): string {
  const shown = id.length > 40 ? `${firstCharacters(id, 40)}…` : id
  const other = parseNodeId(id) ?? parsePairId(id)
  return other
    ? `must be the id of ${wanted}, not of ${withArticle(other.type)}: ${shown}`
    : `must be the id of ${wanted}, such as ${example}: ${shown}`
}
