import { invalidParam, unprocessable } from '../../lib/errors.ts'
import { normalizeEmail } from '../../lib/text/email.ts'
import { isTimezone, type DateOrder } from '../rules/moments.ts'
import type { Encoding } from '../sources/encoding.ts'
import type { ImportOptions } from './import-verbs.ts'

type Mapping = { from: string; to: string }

type Options = {
  sourceName: string
  mapStatus: readonly Mapping[]
  mapBoard: readonly Mapping[]
  mapTag: readonly Mapping[]
  keepStatuses: boolean
  bucket: string
  team: readonly string[]
  columns: readonly { field: string; heading: string }[]
  timezone: string
  dateOrder: DateOrder
  encoding: Encoding
  notes: boolean
  fetchAssets: boolean
  emit: boolean
  overwrite: boolean
  recreate: boolean
  yes: boolean
  maxEntries: number
}

/** Options as they are given. Null and undefined are the default. */
type GivenOptions = { [Name in keyof Options]?: Options[Name] | null | undefined }

const MAX_TEXT = 255
const MAX_ITEMS = 10_000
const MAX_ENTRIES = 1_000_000

/**
 * Returns the options of an import, without those that are not given.
 * @throws AppError UNPROCESSABLE for a text or list that is too long and for an unknown time zone, INVALID_PARAM for an
 * invalid e-mail address
 */
export function readOptions(given: GivenOptions): ImportOptions {
  const { mapStatus, mapBoard, mapTag, columns, team, timezone, maxEntries, ...plain } = given
  const options = {
    ...plain,
    mapStatus: mapStatus && mapOf('options.mapStatus', mapStatus),
    mapBoard: mapBoard && mapOf('options.mapBoard', mapBoard),
    mapTag: mapTag && mapOf('options.mapTag', mapTag),
    columns:
      columns &&
      mapOf(
        'options.columns',
        columns.map(({ field, heading }) => ({ from: field, to: heading })),
      ),
    team: team && team.map(emailOf),
    timezone: timezone && zoneOf(timezone),
    maxEntries: maxEntries && entriesOf(maxEntries),
  }
  for (const field of ['sourceName', 'bucket'] as const) assertShort(`options.${field}`, given[field] ?? '')
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value != null))
}

function mapOf(field: string, mappings: readonly Mapping[]): Record<string, string> {
  if (mappings.length > MAX_ITEMS) throw unprocessable(field, `must contain at most ${MAX_ITEMS} items`)
  for (const { from, to } of mappings) for (const text of [from, to]) assertShort(field, text)
  return Object.fromEntries(mappings.map(({ from, to }) => [from, to]))
}

function assertShort(field: string, text: string): void {
  if (text.length > MAX_TEXT) throw unprocessable(field, `is too long (maximum is ${MAX_TEXT} characters)`)
}

function emailOf(text: string): string {
  const email = normalizeEmail(text)
  if (email === null) throw invalidParam('options.team', 'must contain e-mail addresses')
  return email
}

function zoneOf(timezone: string): string {
  if (!isTimezone(timezone))
    throw unprocessable('options.timezone', 'must be the name of a time zone, such as Europe/Berlin')
  return timezone
}

function entriesOf(maxEntries: number): number {
  if (maxEntries < 1 || maxEntries > MAX_ENTRIES)
    throw unprocessable('options.maxEntries', `must be from 1 to ${MAX_ENTRIES}`)
  return maxEntries
}
