import { readOptions } from '../../moving/transfer/read-options.ts'
import type { ImportOptions } from '../../moving/transfer/import-verbs.ts'
import { nameOptions } from '../name-options.ts'
import { ENCODINGS } from '../../moving/sources/encoding.ts'

/** Options of the command `import`, as they are given. */
export type ImportCommand = {
  org: string
  dryRun?: boolean
  yes?: boolean
  keyFile?: string
  key?: string
  url?: string
  sourceName?: string
  mapStatus?: string[]
  mapBoard?: string[]
  mapTag?: string[]
  keepStatuses?: boolean
  bucket?: string
  team?: string[]
  columns?: string
  votes?: string
  timezone?: string
  dateOrder?: string
  encoding?: string
  voters: boolean
  notes: boolean
  fetchAssets?: boolean
  emit?: boolean
  overwrite?: boolean
  recreate?: boolean
  allowHost?: string[]
  maxEntries?: number
  roadmap?: string[]
}

/** Returns the options of an import. @throws Error or AppError for an invalid one */
export function optionsOf(given: ImportCommand): Promise<ImportOptions> {
  return nameOptions({}, () => readOptions(inputOf(given)))
}

function inputOf(given: ImportCommand): Parameters<typeof readOptions>[0] {
  const { mapStatus, mapBoard, mapTag, columns, notes, dateOrder, encoding } = given
  const { sourceName, keepStatuses, bucket, team, timezone, fetchAssets, emit } = given
  const { overwrite, recreate, yes, maxEntries } = given
  return {
    ...{
      sourceName,
      keepStatuses,
      bucket,
      team,
      timezone,
      fetchAssets,
      emit,
      overwrite,
      recreate,
      yes,
      maxEntries,
    },
    mapStatus: mapStatus?.map((text) => pairOf('--map-status', text)),
    mapBoard: mapBoard?.map((text) => pairOf('--map-board', text)),
    mapTag: mapTag?.map((text) => pairOf('--map-tag', text)),
    columns: columns?.split(',').map((text) => {
      const { from: field, to: heading } = pairOf('--columns', text, { canBeEmpty: true })
      return { field, heading }
    }),
    notes: notes ? null : false,
    dateOrder: oneOf('--date-order', dateOrder, ['dmy', 'mdy'] as const),
    encoding: oneOf('--encoding', encoding, ENCODINGS),
  }
}

/** Splits at the last equals sign, because values of a source may contain one. */
function pairOf(option: string, text: string, { canBeEmpty = false } = {}): { from: string; to: string } {
  const at = text.lastIndexOf('=')
  if (at < 1 || (at === text.length - 1 && !canBeEmpty))
    throw new Error(`${option} must be like from=to, not "${text}"`)
  return { from: text.slice(0, at).trim(), to: text.slice(at + 1).trim() }
}

function oneOf<Choice extends string>(
  option: string,
  text: string | undefined,
  choices: readonly Choice[],
): Choice | undefined {
  const found = choices.find((choice) => choice === text?.toLowerCase())
  if (text !== undefined && found === undefined)
    throw new Error(`${option} must be one of ${choices.join(', ')}, not "${text}"`)
  return found
}
