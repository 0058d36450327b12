const CACHE_SIZE = 5_000
const cache = new Map<string, string>()

/**
 * Returns a name for comparison: letters and digits only, in lower case, without accents. `Créé le` becomes
 * `creele`. Letters without a base, such as those of other scripts, stay. `ß` becomes `ss`.
 */
export function comparableName(name: string): string {
  const found = cache.get(name)
  if (found !== undefined) return found
  const comparable = name
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')
  if (cache.size >= CACHE_SIZE) cache.clear()
  cache.set(name, comparable)
  return comparable
}

/** Whether two names are equal in letters and digits. A name without any equals none. */
export const namesMatch = (one: string, other: string): boolean =>
  comparableName(one) !== '' && comparableName(one) === comparableName(other)
