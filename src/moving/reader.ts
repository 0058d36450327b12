import type { Loss, ReaderItem } from './items.ts'
import type { Phase } from './phases.ts'
import type { DateRules } from './rules/moments.ts'
import type { Encoding } from './sources/encoding.ts'
import type { SourceFiles } from './sources/source-files.ts'

/** Products whose data can be imported. */
export const SOURCES = [
  'echolog',
  'csv',
  'fider',
  'astuto',
  'canny',
  'featureos',
  'quackback',
  'uservoice',
  'featurebase',
  'logchimp',
  'clearflask',
  'github',
  'productboard',
] as const
export type SourceKind = (typeof SOURCES)[number]

/** Options that change how a source is read. Maps of statuses, buckets and tags belong to the resolver. */
export type ReadOptions = DateRules & {
  encoding?: Encoding | undefined
  /** Headings of a plain CSV file by field, such as `{ title: 'Titel' }`. */
  columns?: Readonly<Record<string, string>> | undefined
  /** Second file of plain CSV: the votes. */
  votes?: SourceFiles | undefined
  /** Whether an export of this service gives its webhooks. */
  webhooks?: boolean | undefined
  /** Phases of the items that are read. Default all. */
  phases?: readonly Phase[] | undefined
}

/** Result of a first look at a source, before records are read. */
export type Inspection = {
  /** Name of the instance, such as `fider:feedback.acme.com:1`. All keys belong to it. */
  sourceName: string
  /** Form of the source, such as `backup` or `posts.csv`. */
  format: string
  /** Decisions that are needed before the source can be read, by option, such as `--date-order`. */
  decisions: { option: string; reason: string }[]
  /** Losses that are certain before a record is read, such as headings that are not recognized. */
  losses: Loss[]
  /** Mapping of a plain CSV file: heading by field, as `columns` accepts it. */
  columns?: Readonly<Record<string, string>> | undefined
  /** Headings of a plain CSV file that `columns` can name. */
  headings?: readonly string[] | undefined
}

/**
 * Turns a source into neutral records. It reads no database, no clock and no network, and gives the same items in the
 * same order each time: records by phase, then losses.
 */
export type Reader = {
  source: SourceKind
  /** @throws SourceFault for a structural fault, before any record is read */
  inspect: (files: SourceFiles, options?: ReadOptions) => Promise<Inspection>
  /** @throws SourceFault for a structural fault, while items are read */
  read: (files: SourceFiles, options?: ReadOptions) => AsyncGenerator<ReaderItem>
}
