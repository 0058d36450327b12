import type { VariablesOf } from 'gql.tada'
import type { PLAN_IMPORT } from './run-actions.ts'

export type ImportSource = VariablesOf<typeof PLAN_IMPORT>['input']['source']

/** How a source is read: as a file, or through its API. `keyAndUrl`: each installation has its own address. */
export type SourceEntry = {
  source: ImportSource
  /** Page of the documentation. */
  guide: string
  api?: 'key' | 'keyAndUrl' | undefined
}

/** Sources in the order of their list. */
export const SOURCES: readonly SourceEntry[] = [
  { source: 'CANNY', guide: 'leaving-canny.md', api: 'key' },
  { source: 'FEATUREOS', guide: 'leaving-featureos.md', api: 'key' },
  { source: 'FIDER', guide: 'leaving-fider.md' },
  { source: 'ASTUTO', guide: 'leaving-astuto.md', api: 'keyAndUrl' },
  { source: 'QUACKBACK', guide: 'leaving-quackback.md' },
  { source: 'USERVOICE', guide: 'leaving-uservoice.md' },
  { source: 'FEATUREBASE', guide: 'leaving-featurebase.md' },
  { source: 'LOGCHIMP', guide: 'leaving-logchimp.md' },
  { source: 'CLEARFLASK', guide: 'leaving-clearflask.md' },
  { source: 'GITHUB', guide: 'leaving-github.md' },
  { source: 'PRODUCTBOARD', guide: 'leaving-productboard.md' },
  { source: 'CSV', guide: 'importing-csv.md' },
  { source: 'ECHOLOG', guide: 'importing-echolog.md' },
]

/** Returns how a source is read. @throws Error for a source that is not in the list */
export function sourceOf(source: string): SourceEntry {
  const found = SOURCES.find((one) => one.source === source)
  if (!found) throw new Error(`${source} is no source`)
  return found
}
