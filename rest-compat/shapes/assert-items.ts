import { AppError } from '../../src/lib/errors.ts'

/** Number of items that a message shows. */
const SHOWN = 10

/**
 * Checks that a list contains no null, which the input reader passes on as undefined. The message is part of the
 * REST contract. It names the variable, the location of the list below it, and the type of its items.
 * @throws AppError INVALID_PARAM for a null item
 */
export function assertItems(
  items: readonly (string | undefined)[] | undefined,
  { variable, list, type }: { variable: string; list: string; type: string },
): void {
  const index = items?.indexOf(undefined) ?? -1
  if (!items || index < 0) return
  const shown = items.slice(0, SHOWN).map((item) => (item === undefined ? 'undefined' : JSON.stringify(item)))
  const more = items.length - SHOWN
  if (more > 0) shown.push(more === 1 ? '... 1 more item' : `... ${more} more items`)
  throw new AppError(
    'INVALID_PARAM',
    `Variable "$${variable}" got invalid value [${shown.join(', ')}]; Field ${list}[${index}] of required type ${type}! was not provided.`,
  )
}

/** Checks a list below the variable `input`. @throws AppError INVALID_PARAM for a null item */
export const assertInputItems = (
  items: readonly (string | undefined)[] | undefined,
  variable: string,
  type: string,
): void => assertItems(items, { variable, list: `value.${variable}`, type })
