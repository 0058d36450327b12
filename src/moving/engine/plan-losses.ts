import type { Loss } from '../items.ts'
import { ORIGIN_FILE } from '../sources/origin-file.ts'
import type { SourceFiles } from '../sources/source-files.ts'
import { unreadOf } from '../sources/table-usage.ts'
import type { OpenedSource } from './context.ts'
import type { Memory } from './step.ts'

/** Files with records. Others are pictures and instructions. */
const DATA = /\.(csv|tsv|json|jsonl)$/i

/** Files, with the names of those that were opened. */
type WatchedFiles = SourceFiles & { opened: ReadonlySet<string> }

/** Returns the files of a source, which count those that are opened. */
export function watched(files: SourceFiles): WatchedFiles {
  const opened = new Set<string>()
  return {
    ...files,
    opened,
    open: (name) => {
      opened.add(name)
      return files.open(name)
    },
  }
}

/**
 * Returns the losses of a plan that has read its source: those of the inspection, of the records, and of the columns
 * and files that nothing has read. A column that the inspection names has its number of rows with a value.
 */
export function lossesOfPlan(
  inspected: readonly Loss[],
  found: Iterable<Loss>,
  { files, votes }: OpenedSource,
): Loss[] {
  const losses = new Map(inspected.map((loss) => [lossKey(loss), loss]))
  for (const loss of found) losses.set(lossKey(loss), loss)
  const named = new Map([...losses.values()].map((loss) => [loss.what, loss]))
  const add = (loss: Loss) => {
    const existing = named.get(loss.what)
    const used = existing ? { ...existing, count: loss.count } : loss
    losses.set(lossKey(used), used)
  }
  for (const source of votes ? [files, votes] : [files])
    unreadIn(source, ({ heading }) => named.has(columnOf(heading))).forEach(add)
  return [...losses.values()]
}

/** Returns the loss of records whose key occurs twice, with the positions of the first ones. */
export function doublesOf({ duplicates, doubles }: Memory): Loss[] {
  if (duplicates === 0) return []
  const rows = doubles.map(({ file, row }) => `${file} row ${row}`).join(', ')
  const more = duplicates > doubles.length ? ' and others' : ''
  return [
    { what: 'doubles', count: duplicates, reason: `They have the key of an earlier record: ${rows}${more}.` },
  ]
}

const lossKey = ({ what, reason }: Loss) => JSON.stringify([what, reason])
const columnOf = (heading: string) => `column ${heading}`

/** Losses of a source: each column of a single file, and the columns of each of several files together. */
function unreadIn(files: SourceFiles, isNamed: (column: { heading: string }) => boolean): Loss[] {
  const { opened = new Set(files.names) } = files as Partial<WatchedFiles>
  const tables = unreadOf(files)
  const unread = [
    ...files.names.filter((name) => DATA.test(name) && name !== ORIGIN_FILE && !opened.has(name)),
    ...tables.flatMap(({ file, columns }) => (columns === null ? [file] : [])),
  ]
  return [
    ...unread.map((file) => ({ what: `file ${file}`, count: 1, reason: 'It is not read.' })),
    ...tables.flatMap(({ file, columns }) => {
      const isAlone = files.names.length === 1
      const apart = (columns ?? []).filter((column) => isAlone || isNamed(column))
      const together = (columns ?? [])
        .filter((column) => !apart.includes(column))
        .map(({ heading }) => heading)
      return [
        ...apart.map(({ heading, count }) => ({ what: columnOf(heading), count, reason: 'It is not read.' })),
        ...(together.length === 0 ? [] : [columnsOf(file, together)]),
      ]
    }),
  ]
}

const columnsOf = (file: string, headings: string[]): Loss => ({
  what: `columns of ${file}`,
  count: headings.length,
  reason: `These are not read: ${headings.join(', ')}.`,
})
