import { createRequire } from 'node:module'

const load = createRequire(import.meta.url)

/**
 * Returns a function that returns a package, which it loads at the first call. A process that does not need it saves
 * its memory.
 */
export function loadLater<Package>(name: string): () => Package {
  let loaded: Package | undefined
  return () => (loaded ??= load(name) as Package)
}
