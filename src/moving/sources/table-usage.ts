import type { SourceFiles } from './source-files.ts'

/** What is read of a table: keys of columns, and numbers of rows with a value by column. */
export type TableUsage = {
  headings: readonly string[]
  keys: readonly (string | null)[]
  used: Set<string>
  filled: number[]
}

const usages = new WeakMap<SourceFiles, Map<string, TableUsage>>()

/** Returns the usage of a table of a source, which all readings of its file share. */
export function usageOf(
  files: SourceFiles,
  file: string,
  columns: Pick<TableUsage, 'headings' | 'keys'>,
): TableUsage {
  const tables = usages.get(files) ?? new Map<string, TableUsage>()
  usages.set(files, tables)
  const usage = tables.get(file) ?? { ...columns, used: new Set(), filled: [] }
  tables.set(file, usage)
  return usage
}

/**
 * What was not read of a table: the columns with a value, with their numbers of rows with one. Null if no row of it was
 * read.
 */
export type Unread = { file: string; columns: { heading: string; count: number }[] | null }

/** Returns what was not read of the tables of a source, after all readings. Columns of secrets are left out. */
export function unreadOf(files: SourceFiles): Unread[] {
  return [...(usages.get(files) ?? [])].map(([file, { headings, keys, used, filled }]): Unread => {
    if (filled.length === 0) return { file, columns: null }
    const columns = headings.flatMap((heading, index) => {
      const [key, count] = [keys[index] ?? null, filled[index] ?? 0]
      return key === null || used.has(key) || count === 0 ? [] : [{ heading, count }]
    })
    return { file, columns }
  })
}
