/** Rows of a file below its headings, each with its number in the file. */
export type ImportFile = {
  name: string
  encoding: 'UTF-8' | 'Windows-1252'
  headings: readonly string[]
  rows: readonly (readonly string[])[]
}

/** Reason for which a file cannot be imported. */
export type FileProblem = 'large' | 'empty' | 'noRows' | 'unreadable'

/** Bytes of the largest file. Its rows are in memory. */
const MAX_BYTES = 20_000_000

/** Reads a CSV file. Its separator and its encoding are detected, and rows without text are left out. */
export async function readCsv(file: File): Promise<ImportFile | FileProblem> {
  if (file.size > MAX_BYTES) return 'large'
  const { text, encoding } = decode(await file.arrayBuffer())
  // The parser comes with the first file.
  const { parse } = await import('papaparse')
  const { data, errors } = parse<string[]>(text, { worker: false, skipEmptyLines: 'greedy' })
  const [headings, ...rows] = data
  if (errors.some(({ type }) => type === 'Quotes')) return 'unreadable'
  if (!headings) return 'empty'
  if (rows.length === 0) return 'noRows'
  return { name: file.name, encoding, headings, rows }
}

/** Spreadsheets write UTF-8, or the encoding of Windows. Text of Windows with accents is no valid UTF-8. */
function decode(bytes: ArrayBuffer): { text: string; encoding: ImportFile['encoding'] } {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'UTF-8' }
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'Windows-1252' }
  }
}
