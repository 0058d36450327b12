import { isDeepStrictEqual } from 'node:util'

type Fields = Record<string, unknown>

/**
 * Returns the changes of an update as its event contains them (contract 6): the former and new value of each
 * changed name. Null when nothing differs. Both arguments have the same names.
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
