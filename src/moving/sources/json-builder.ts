import type { Token } from 'stream-json/core/parser.js'
import { SourceFault } from '../source-fault.ts'
import { isSecretName } from './secrets.ts'
import { MAX_CHARACTERS, MAX_DEPTH, MAX_VALUES } from './json-limits.ts'

type Container = Record<string, unknown> | unknown[]

/**
 * Builds the values of one list from the tokens of a JSON text. Objects have no prototype, so that a key such as
 * `__proto__` is only a key.
 */
export class JsonBuilder {
  readonly #file: string
  readonly #keys: readonly string[] | 'lines'
  readonly #stack: { container: Container; key: string | null; isSecret: boolean }[] = []
  #values: unknown[] = []
  /** Levels around the values to read. Null while the list is not reached. */
  #base: number | null = null
  #depth = 0
  #key: string | null = null
  #taken = false
  #pending = 0
  /** Values in the value in progress. */
  #inner = 0
  /** Values that are complete. */
  rows = 0

  constructor(file: string, keys: readonly string[] | 'lines') {
    this.#file = file
    this.#keys = keys
    if (keys === 'lines') this.#base = 0
  }

  /** The values that are complete since the last call. */
  take(): unknown[] {
    const values = this.#values
    this.#values = []
    if (values.length > 0) this.#pending = 0
    return values
  }

  /** @throws SourceFault if the value in progress exceeds the limit with these characters */
  assertSize(characters: number): void {
    this.#pending += characters
    if (this.#pending > MAX_CHARACTERS)
      throw new SourceFault('A record has more than 4 MiB.', { file: this.#file, row: this.rows + 1 })
  }

  /** @throws SourceFault if the text ended inside a value or has no such list */
  assertEnded(): void {
    if (this.#depth > 0 || this.#stack.length > 0)
      throw new SourceFault('The file ends inside a value.', { file: this.#file, row: this.rows + 1 })
    if (this.#base === null && !this.#taken)
      throw new SourceFault(`The file has no list of records.`, { file: this.#file })
  }

  add(token: Token): void {
    if (token.name === 'keyValue') this.#setKey(token.value)
    else if (token.name === 'startObject' || token.name === 'startArray')
      this.#open(token.name === 'startArray')
    else if (token.name === 'endObject' || token.name === 'endArray') this.#close()
    else if (token.name === 'stringValue') this.#put(token.value)
    else if (token.name === 'numberValue') this.#put(numberOf(token.value))
    else if (token.name === 'trueValue') this.#put(true)
    else if (token.name === 'falseValue') this.#put(false)
    else if (token.name === 'nullValue') this.#put(null)
  }

  /** A key may become the name of a custom field, and the database refuses NUL and lone surrogates. */
  #setKey(name: string): void {
    const key = name.replaceAll('\0', '\ufffd').toWellFormed()
    const top = this.#stack.at(-1)
    if (top) {
      top.key = key
      top.isSecret = isSecretName(key)
    } else this.#key = key
  }

  #open(isArray: boolean): void {
    this.#depth += 1
    if (this.#depth > MAX_DEPTH)
      throw new SourceFault(`The file has more than ${MAX_DEPTH} levels.`, { file: this.#file })
    if (this.#isInside()) {
      const container = isArray ? [] : (Object.create(null) as Record<string, unknown>)
      this.#stack.push({ container, key: null, isSecret: false })
    } else if (isArray && !this.#taken && this.#isList()) {
      this.#base = this.#depth
      this.#taken = true
    }
  }

  #close(): void {
    if (this.#base === this.#depth && this.#keys !== 'lines') this.#base = null
    this.#depth -= 1
    const done = this.#stack.pop()
    if (done) this.#put(done.container)
  }

  #put(value: unknown): void {
    const top = this.#stack.at(-1)
    this.#inner = top ? this.#inner + 1 : 0
    if (this.#inner > MAX_VALUES)
      throw new SourceFault(`A record has more than ${MAX_VALUES} values.`, {
        file: this.#file,
        row: this.rows + 1,
      })
    if (top && Array.isArray(top.container)) top.container.push(value)
    else if (top) {
      if (top.key !== null && !top.isSecret) (top.container as Record<string, unknown>)[top.key] = value
    } else if (this.#base !== null && this.#depth === this.#base) {
      this.#values.push(value)
      this.rows += 1
    }
  }

  #isInside(): boolean {
    return this.#stack.length > 0 || (this.#base !== null && this.#depth > this.#base)
  }

  #isList(): boolean {
    if (this.#depth === 1) return true
    return this.#key !== null && this.#keys.includes(this.#key)
  }
}

/** An integer that a number cannot hold stays a text, because it is an id. */
function numberOf(digits: string): number | string {
  const number = Number(digits)
  return Number.isInteger(number) && !Number.isSafeInteger(number) ? digits : number
}
