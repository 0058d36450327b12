import { unprocessable, invalidParam, notFound } from '../lib/errors.ts'
import { parseId } from '../lib/ids.ts'

/**
 * The id of the object that an operation is about.
 * @throws AppError NOT_FOUND when no object can have it, exactly as for one that does not exist
 */
export function parseObjectId(noun: string, value: string): number {
  const id = parseId(value)
  if (id === null) throw notFound(noun)
  return id
}

/**
 * The same for an object of the ledger, whose ids are larger than those of other objects.
 * @throws AppError NOT_FOUND as `parseObjectId`
 */
export function parseLargeObjectId(noun: string, value: string): number {
  const id = /^[1-9]\d{0,15}$/.test(value) ? Number(value) : Number.NaN
  if (!Number.isSafeInteger(id)) throw notFound(noun)
  return id
}

/**
 * An id in an input, pointing to another object; undefined and null as they are.
 * @throws AppError UNPROCESSABLE on `field` when no object can have it
 */
export function referenceId<T extends string | null | undefined>(
  field: string,
  value: T,
): T extends string ? number : number | Exclude<T, string> {
  if (value == null) return value as never
  const id = parseId(value)
  if (id === null) throw unprocessable(field, 'does not exist')
  return id as never
}

/** How many ids a list may name: each becomes a part of statements, and reads rows. */
const MAX_IDS = 500

/** The ids in a list input, in order, each once. @throws AppError UNPROCESSABLE as `referenceId`, and for more than 500 */
export function referenceIds(field: string, values: readonly string[]): number[] {
  if (values.length > MAX_IDS) throw unprocessable(field, `must hold at most ${MAX_IDS} ids`)
  return [...new Set(values.map((value) => referenceId(field, value)))]
}

/**
 * The ids of a filter; one that no object can have matches nothing, as 0 does.
 * @throws AppError INVALID_PARAM on `field` for more than 500
 */
export function filterIds(field: string, values: readonly string[] | null | undefined): number[] | null {
  if (values && values.length > MAX_IDS) throw invalidParam(field, `must hold at most ${MAX_IDS} ids`)
  return values?.map((value) => parseId(value) ?? 0) ?? null
}
