import type { SourceFiles } from './source-files.ts'

/** Use of a table: headings and keys of its columns, the keys that are read, and numbers of rows with a value. */
export type TableUsage = {
  headings: readonly string[]
  keys: readonly (string | null)[]
  /** A part of the file as it is decoded, if its encoding is doubtful. */
  doubt: string | null
  used: Set<string>
  filled: number[]
}

const usages = new WeakMap<SourceFiles, Map<string, TableUsage>>()

/** Returns the usage of a table of a source, which all readings of its file share. */
export function usageOf(
  files: SourceFiles,
  file: string,
  columns: Pick<TableUsage, 'headings' | 'keys' | 'doubt'>,
): TableUsage {
  const tables = usages.get(files) ?? new Map<string, TableUsage>()
  usages.set(files, tables)
  const usage = tables.get(file) ?? { ...columns, used: new Set(), filled: [] }
  tables.set(file, usage)
  return usage
}

/** Columns of a table with a value that are not read, with their numbers of rows with one. Null without any reading. */
type Unread = { file: string; columns: { heading: string; count: number }[] | null }

/** Returns the unread columns of the tables of a source, after all readings. Columns of secrets are left out. */
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

/** Returns the tables of a source whose encoding is doubtful, each with a part of it as it is decoded. */
export const doubtfulTables = (files: SourceFiles): { file: string; doubt: string }[] =>
  [...(usages.get(files) ?? [])].flatMap(([file, { doubt }]) => (doubt === null ? [] : [{ file, doubt }]))
