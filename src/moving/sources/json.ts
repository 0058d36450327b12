import { jsonParser, type Token } from 'stream-json/core/parser.js'
import { getManyValues, isMany, none } from 'stream-chain/defs.js'
import { SourceFault } from '../source-fault.ts'
import { decoded } from './encoding.ts'
import { JsonBuilder } from './json-builder.ts'
import type { SourceFiles } from './source-files.ts'

const PART = 64 * 1024

/**
 * Reads the values of a JSON file one by one: the elements of the list that it is, or of the first list under one of
 * the given keys, at any level. `lines` reads a file with a value in each line. Keys that name secrets
 * are dropped. The file is never in memory as a whole.
 * @throws SourceFault for a file that is not JSON or UTF-8, more than 20 levels, and a value over 4 MiB, with its row
 */
export async function* jsonValues(
  files: SourceFiles,
  file: string,
  form: { keys?: readonly string[]; lines?: boolean } = {},
): AsyncGenerator<unknown> {
  const builder = new JsonBuilder(file, form.lines ? 'lines' : (form.keys ?? []))
  const parse = jsonParser({ packValues: true, streamValues: false, jsonStreaming: form.lines ?? false })
  const tokensOf = (part: string | typeof none): readonly Token[] => {
    try {
      const result: unknown = parse(part as string)
      if (result === none || result === null || result === undefined) return []
      return isMany(result) ? (getManyValues(result) as Token[]) : [result as Token]
    } catch (error) {
      if (error instanceof SourceFault) throw error
      throw new SourceFault('The file is not valid JSON.', { file, row: builder.rows + 1 })
    }
  }
  for await (const text of decoded(await files.open(file), 'utf-8', { file })) {
    for (let start = 0; start < text.length; start += PART) {
      const part = text.slice(start, start + PART)
      for (const token of tokensOf(part)) builder.add(token)
      yield* builder.take()
      builder.assertSize(part.length)
    }
  }
  for (const token of tokensOf(none)) builder.add(token)
  yield* builder.take()
  builder.assertEnded()
}
