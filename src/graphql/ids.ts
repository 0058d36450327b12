import { unprocessable, invalidParam, notFound } from '../lib/errors.ts'
import { parseId as parseInteger } from '../lib/crypto/ids.ts'

/** Parses an integer id, with or without the prefix of a typed id. */
const parseId = (value: string) => parseInteger(value.replace(/^[a-z]{3,4}_/, ''))

/**
 * Parses the id of an operation's object.
 * @throws AppError NOT_FOUND for an invalid id, as for one that does not exist
 */
export function parseObjectId(noun: string, value: string): number {
  const id = parseId(value)
  if (id === null) throw notFound(noun)
  return id
}

/**
 * Parses an id in an input that references another object. Returns undefined and null unchanged.
 * @throws AppError UNPROCESSABLE on `field` for an invalid id
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

/** Maximum number of ids in a list. Each becomes part of statements and reads rows. */
const MAX_IDS = 500

/**
 * Parses the ids of a list input, in order and without duplicates. @throws AppError UNPROCESSABLE as
 * `referenceId`, and for more than 500
 */
export function referenceIds(field: string, values: readonly string[]): number[] {
  if (values.length > MAX_IDS) throw unprocessable(field, `must contain at most ${MAX_IDS} ids`)
  return [...new Set(values.map((value) => referenceId(field, value)))]
}

/**
 * Parses the ids of a filter. An invalid id becomes 0, which matches nothing.
 * @throws AppError INVALID_PARAM on `field` for more than 500
 */
export function filterIds(field: string, values: readonly string[] | null | undefined): number[] | null {
  if (values && values.length > MAX_IDS) throw invalidParam(field, `must contain at most ${MAX_IDS} ids`)
  return values?.map((value) => parseId(value) ?? 0) ?? null
}
