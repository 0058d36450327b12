import { comparableName } from '../rules/names.ts'
import { SourceFault } from '../source-fault.ts'
import { openCsv, type CsvOptions, type CsvTable } from './csv.ts'
import { baseName, type SourceFiles } from './source-files.ts'

/** Headings by which each table of a set is recognized if its file has another name. */
type TableForms<Name extends string> = Record<Name, readonly string[]>

/**
 * Opens the CSV files of a set. A table is the file with its name, else the one file that has its headings and no
 * table's name. Other files are ignored.
 * @throws SourceFault for two files of one table, and for a file with a table's name without its headings
 */
export async function openTables<Name extends string>(
  files: SourceFiles,
  forms: TableForms<Name>,
  options: CsvOptions,
): Promise<Partial<Record<Name, CsvTable>>> {
  const names = Object.keys(forms) as Name[]
  const tables: Partial<Record<Name, CsvTable>> = {}
  const assign = (name: Name, table: CsvTable) => {
    if (tables[name]) throw new SourceFault(`Two files have the table "${name}".`, { file: table.file })
    tables[name] = table
  }
  const unnamed: CsvTable[] = []
  for (const file of files.names.filter((one) => /\.csv$/i.test(one))) {
    const table = await openCsv(files, file, options)
    const named = names.find(
      (name) => comparableName(baseName(file).replace(/\.csv$/i, '')) === comparableName(name),
    )
    if (named === undefined) unnamed.push(table)
    else {
      assertHeadings(table, forms[named])
      assign(named, table)
    }
  }
  for (const table of unnamed) {
    const fitting = names.filter((name) => missingOf(table, forms[name]).length === 0)
    const [most] = fitting.sort((one, other) => forms[other].length - forms[one].length)
    if (most !== undefined && !(tables[most] && baseName(tables[most].file) === `${most}.csv`))
      assign(most, table)
  }
  return tables
}

/** Whether a table has all of the given headings, in letters and digits. */
export const hasHeadings = (table: CsvTable, headings: readonly string[]): boolean =>
  missingOf(table, headings).length === 0

function missingOf(table: CsvTable, headings: readonly string[]): string[] {
  const present = new Set(table.headings.map(comparableName))
  return headings.filter((heading) => !present.has(comparableName(heading)))
}

/** @throws SourceFault if a heading is missing */
export function assertHeadings(table: CsvTable, headings: readonly string[]): void {
  const [missing] = missingOf(table, headings)
  if (missing !== undefined)
    throw new SourceFault(`The file has no column "${missing}".`, { file: table.file })
}

/** @throws SourceFault for a table of headings only */
export async function assertRows(table: CsvTable): Promise<void> {
  const rows = table.rows()
  const { done } = await rows.next()
  await rows.return(undefined)
  if (done === true) throw new SourceFault('The file has no rows.', { file: table.file })
}
