import type { VariablesOf } from 'gql.tada'
import type { PLAN_IMPORT } from './run-actions.ts'

export type ImportSource = VariablesOf<typeof PLAN_IMPORT>['input']['source']

/** How a source is read: as a file, or through its API. `keyAndUrl`: each installation has its own address. */
export type SourceEntry = {
  source: ImportSource
  /** Name of its guide, a page of the documentation. */
  guide: string
  api?: 'key' | 'keyAndUrl' | undefined
}

/** Sources in the order of their list. */
export const SOURCES: readonly SourceEntry[] = [
  { source: 'CANNY', guide: 'leaving-canny', api: 'key' },
  { source: 'FEATUREOS', guide: 'leaving-featureos', api: 'key' },
  { source: 'FIDER', guide: 'leaving-fider' },
  { source: 'ASTUTO', guide: 'leaving-astuto', api: 'keyAndUrl' },
  { source: 'QUACKBACK', guide: 'leaving-quackback' },
  { source: 'USERVOICE', guide: 'leaving-uservoice' },
  { source: 'FEATUREBASE', guide: 'leaving-featurebase' },
  { source: 'LOGCHIMP', guide: 'leaving-logchimp' },
  { source: 'CLEARFLASK', guide: 'leaving-clearflask' },
  { source: 'GITHUB', guide: 'leaving-github' },
  { source: 'PRODUCTBOARD', guide: 'leaving-productboard' },
  { source: 'CSV', guide: 'importing-csv' },
  { source: 'ECHOLOG', guide: 'importing-echolog' },
]

/** Returns how a source is read. @throws Error for a source that is not in the list */
export function sourceOf(source: string): SourceEntry {
  const found = SOURCES.find((one) => one.source === source)
  if (!found) throw new Error(`${source} is no source`)
  return found
}
