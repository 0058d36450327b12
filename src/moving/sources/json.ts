import { decoded } from './encoding.ts'
import { JsonList } from './json-list.ts'
import { JsonTokens, type JsonReading } from './json-tokens.ts'
import type { SourceFiles } from './source-files.ts'

const PART = 64 * 1024

type JsonForm = { keys?: readonly string[]; lines?: boolean }

/**
 * Reads the values of a JSON file one by one: the elements of the list that it is, or of the first list under one of
 * the given keys, at any level. `lines` reads a file with a value in each line. Keys that name secrets
 * are dropped. The file is never in memory as a whole.
 * @throws SourceFault for a file that is not JSON or UTF-8, more than 20 levels, and a value over 4 MiB or with
 * more than 100,000 values, with its row
 */
export async function* jsonValues(
  files: SourceFiles,
  file: string,
  form: JsonForm = {},
): AsyncGenerator<unknown> {
  let reading: JsonReading | null = form.lines ? new JsonList(file, 'lines') : null
  for await (const text of decoded(await files.open(file), 'utf-8', { file })) {
    for (let start = 0; start < text.length; start += PART) {
      const part = text.slice(start, start + PART)
      if (reading) yield* reading.add(part)
      else if (part.trim() !== '') {
        const isList = part.trimStart().startsWith('[')
        reading = isList ? new JsonList(file, 'list') : new JsonTokens(file, form.keys ?? [])
        yield* reading.add(isList ? part.trimStart().slice(1) : part)
      }
    }
  }
  yield* (reading ?? new JsonTokens(file, form.keys ?? [])).end()
}
