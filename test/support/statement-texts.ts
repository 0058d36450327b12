import { appendFileSync } from 'node:fs'
import { join } from 'node:path'

/** Texts of this process that are stored, with and without the length of their lists. */
const stored = new Set<string>()

/** Whether the text of a statement was stored by this process. */
export const isStored = (text: string): boolean => stored.has(text)

/** Stores the text of a statement for `test/contract/statements.test.ts`, once in a process. */
export function storeStatement(directory: string, text: string): void {
  if (stored.has(text)) return
  stored.add(text)
  const short = withoutNumbers(text)
  if (short !== text && stored.has(short)) return
  stored.add(short)
  // Lines of this length are appended as a whole. No two processes write to one file.
  appendFileSync(join(directory, `${process.pid}.jsonl`), `${JSON.stringify(short)}\n`)
}

/** Reduces lists of parameters to one, so that their length makes no difference. */
const withoutNumbers = (text: string) =>
  text.replace(/\$\d+(?:, \$\d+)+(?=[,)\s])/g, '$1').replace(/\(\$1\)(?:, \(\$1\))+/g, '($1)')
