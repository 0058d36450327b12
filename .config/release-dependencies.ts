import type { Plugin } from 'vite'

/** Pieces of graphcache 9.0.2 and their replacements. */
const REPLACEMENTS: readonly (readonly [string, string])[] = [
  [
    `  var updateDependencies = (e, r) => {
    for (var t of r.values()) {`,
    `  var dependenciesOf = new Map;
  var releaseDependencies = (key, present) => {
    for (var dependency of dependenciesOf.get(key) || []) {
      var users = E.get(dependency);
      if (!users || present.has(dependency)) continue;
      users.delete(key);
      if (users.size === 0) E.delete(dependency);
    }
  };
  var updateDependencies = (e, r, isComplete) => {
    if (isComplete) {
      releaseDependencies(e.key, r);
      dependenciesOf.set(e.key, r);
    } else {
      dependenciesOf.set(e.key, new Set([...dependenciesOf.get(e.key) || [], ...r]));
    }
    for (var t of r.values()) {`,
  ],
  [
    `    updateDependencies(e, r.dependencies);`,
    `    updateDependencies(e, r.dependencies, r.data && !r.partial);`,
  ],
  [`      updateDependencies(e.operation, i);`, `      updateDependencies(e.operation, i, n);`],
  [
    `    } else if ("teardown" === e.kind) {
      h.delete(e.key);`,
    `    } else if ("teardown" === e.kind) {
      releaseDependencies(e.key, new Set);
      dependenciesOf.delete(e.key);
      h.delete(e.key);`,
  ],
]

/**
 * Lets the cache of the console release the objects that its queries no longer show. The library keeps an entry for
 * each object that a query has ever read, so a dashboard that stays open would grow with each event.
 * @throws Error during the build if the library has other code
 */
export const releaseDependencies = (): Plugin => ({
  name: 'release-dependencies',
  transform: {
    filter: { id: /@urql\/exchange-graphcache\/dist\/urql-exchange-graphcache\.mjs/ },
    handler: (code) => REPLACEMENTS.reduce(replaceOnce, code),
  },
})

function replaceOnce(code: string, [found, replacement]: readonly [string, string]): string {
  const parts = code.split(found)
  if (parts.length === 2) return parts.join(replacement)
  throw new Error(`graphcache has other code than .config/release-dependencies.ts expects: ${found}`)
}
