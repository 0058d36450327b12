import type { ReadOptions } from '../reader.ts'

/** Maps from a value of the source to a slug, name or kind of this organization. */
export type ValueMap = Readonly<Record<string, string>>

/** Returns what a map has for a value of the source, whose name may be that of a member of every object. */
export function valueIn(map: ValueMap | undefined, value: string): string | undefined {
  return map !== undefined && Object.hasOwn(map, value) ? map[value] : undefined
}

/** Options of a run. They contain no secret, and are stored with the run. */
export type RunOptions = Omit<ReadOptions, 'votes' | 'webhooks'> & {
  /** Name of the instance of the source. Default: as the reader derives it. */
  sourceName?: string | undefined
  mapStatus?: ValueMap | undefined
  mapBoard?: ValueMap | undefined
  mapTag?: ValueMap | undefined
  /** Whether statuses of the source that match none are created. */
  keepStatuses?: boolean | undefined
  /** Slug of the bucket of posts without a board. Default: the first public one. */
  bucket?: string | undefined
  /** Whether the guesses of the plan are accepted. */
  yes?: boolean | undefined
  /** Normalized e-mail addresses of people who become members of the team. */
  team?: readonly string[] | undefined
  /** Whether facts without a column become an internal comment. Default true. */
  notes?: boolean | undefined
  /** Whether pictures at other addresses are fetched and stored. */
  fetchAssets?: boolean | undefined
  /** Whether events of new posts and changelog entries are recorded, which webhooks receive. */
  emit?: boolean | undefined
  /** Whether values of the source replace those that were changed here. */
  overwrite?: boolean | undefined
  /** Whether rows that were deleted here are created again. */
  recreate?: boolean | undefined
}
