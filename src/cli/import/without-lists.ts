import type { ShownImport } from './show-run.ts'

/** Returns an import without the lists that a table for people cannot show. `--json` has them. */
export function withoutLists(shown: object): object {
  const { samples: _samples, errors: _errors, ...rest } = shown as Partial<ShownImport>
  return rest
}
