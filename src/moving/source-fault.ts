type FaultPosition = {
  file?: string | undefined
  row?: number | undefined
  column?: string | number | undefined
}

/**
 * A structural fault of a source, which is refused before anything is written. The message is a sentence for the
 * person who starts the run. It contains no content of the source but names of files and headings.
 */
export class SourceFault extends Error {
  readonly file: string | undefined
  readonly row: number | undefined
  readonly column: string | number | undefined

  constructor(message: string, { file, row, column }: FaultPosition = {}) {
    const positions = [
      file !== undefined && `file "${file}"`,
      row !== undefined && `row ${row}`,
      column !== undefined && `column ${column}`,
    ].filter((part) => part !== false)
    super(positions.length ? `${message} (${positions.join(', ')})` : message)
    this.name = 'SourceFault'
    this.file = file
    this.row = row
    this.column = column
  }
}
