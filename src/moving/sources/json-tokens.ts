import { jsonParser, type Token } from 'stream-json/core/parser.js'
import { getManyValues, isMany, none } from 'stream-chain/defs.js'
import { SourceFault } from '../source-fault.ts'
import { JsonBuilder } from './json-builder.ts'

/** Reads the values of a JSON text part by part. */
export type JsonReading = {
  /** Returns the values that are complete. @throws SourceFault */
  add: (part: string) => unknown[]
  /** Ends the text and returns the last values. @throws SourceFault for an incomplete text */
  end: () => unknown[]
}

/** Reads any JSON text token by token: the elements of the first list under one of the keys, or the values of lines. */
export class JsonTokens implements JsonReading {
  readonly #file: string
  readonly #builder: JsonBuilder
  readonly #parse: (part: string | typeof none) => unknown
  /** Values before this text. */
  readonly #before: number

  constructor(file: string, keys: readonly string[] | 'lines', before = 0) {
    this.#file = file
    this.#before = before
    this.#builder = new JsonBuilder(file, keys)
    const form = { packValues: true, streamValues: false, jsonStreaming: keys === 'lines' }
    this.#parse = jsonParser(form) as (part: string | typeof none) => unknown
  }

  add(part: string): unknown[] {
    for (const token of this.#tokensOf(part)) this.#builder.add(token)
    const values = this.#builder.take()
    this.#builder.assertSize(part.length)
    return values
  }

  end(): unknown[] {
    for (const token of this.#tokensOf(none)) this.#builder.add(token)
    this.#builder.assertEnded()
    return this.#builder.take()
  }

  #tokensOf(part: string | typeof none): readonly Token[] {
    try {
      const result = this.#parse(part)
      if (result === none || result === null || result === undefined) return []
      return isMany(result) ? (getManyValues(result) as Token[]) : [result as Token]
    } catch (error) {
      if (error instanceof SourceFault) throw error
      const row = this.#before + this.#builder.rows + 1
      throw new SourceFault('The file is not valid JSON.', { file: this.#file, row })
    }
  }
}
