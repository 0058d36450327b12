import { isDeepStrictEqual } from 'node:util'

type Fields = Record<string, unknown>

/**
 * What an update changed, as its event tells it (contract chapter 6): of every name whose value differs, what it was
 * and what it is. Null when nothing differs. Both sides carry the same names.
 */
export function changesBetween<F extends Fields>(
  before: F,
  after: F,
): { before: Partial<F>; after: Partial<F> } | null {
  const changed = Object.keys(after).filter((name) => !isDeepStrictEqual(before[name], after[name]))
  if (changed.length === 0) return null
  const only = (fields: F) => Object.fromEntries(changed.map((name) => [name, fields[name]])) as Partial<F>
  return { before: only(before), after: only(after) }
}
