import { REASON } from './fields.ts'
import type { ImportFile } from './read-file.ts'
import type { Refused } from './run-import.ts'

/** Milliseconds after which the browser has read the file. */
const READ_MS = 10_000

/** Saves the refused rows as they were, with the reasons in a last column, so that the file can be imported again. */
export async function downloadRefused(file: ImportFile, refused: readonly Refused[]): Promise<void> {
  const { unparse } = await import('papaparse')
  const columns = file.headings.flatMap((heading, index) => (heading.trim() === REASON ? [] : [index]))
  const text = unparse({
    fields: [...columns.map((index) => file.headings[index] ?? ''), REASON],
    data: refused.map(({ cells, reason }) => [...columns.map((index) => cells[index] ?? ''), reason]),
  })
  // Spreadsheets read UTF-8 only with the mark at its start.
  const address = URL.createObjectURL(new Blob(['\uFEFF', text], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = address
  link.download = `${file.name.replace(/\.\w+$/, '')}-refused.csv`
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), READ_MS)
}
