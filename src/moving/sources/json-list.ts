import { SourceFault } from '../source-fault.ts'
import { parsePlainJson } from './json-plain.ts'
import { MAX_CHARACTERS, MAX_DEPTH, MAX_VALUES } from './json-limits.ts'
import { JsonTokens, type JsonReading } from './json-tokens.ts'

const [QUOTE, BACKSLASH, COMMA, LINE_END] = [0x22, 0x5c, 0x2c, 0x0a]
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]

/**
 * Reads the elements of a JSON list, or the values of lines. It finds where each ends, and parses it as a whole. Values
 * and faults are those of `JsonTokens`, in a fraction of its time.
 */
export class JsonList implements JsonReading {
  readonly #file: string
  /** Levels around the values: that of the list, or none. */
  readonly #base: 0 | 1
  /** Text from the start of the value in progress. */
  #text = ''
  /** Index in it of the first character that was not scanned. */
  #at = 0
  #depth: number
  #isInString = false
  #isEnded = false
  /** Commas and brackets of the value in progress. */
  #marks = 0
  #rows = 0

  /** The text of a list comes without its first bracket. */
  constructor(file: string, form: 'list' | 'lines') {
    this.#file = file
    this.#base = form === 'list' ? 1 : 0
    this.#depth = this.#base
  }

  add(part: string): unknown[] {
    this.#text += part
    const values: unknown[] = []
    let start = 0
    for (let end = this.#next(); end !== null; end = this.#next()) {
      this.#marks = 0
      values.push(...this.#parse(this.#text.slice(start, end)))
      start = end + 1
    }
    this.#text = this.#text.slice(start)
    this.#at -= start
    if (this.#isEnded && this.#text.trim() !== '') throw this.#fault('The file is not valid JSON.')
    if (this.#text.length > MAX_CHARACTERS) throw this.#fault('A record has more than 4 MiB.')
    return values
  }

  end(): unknown[] {
    if (this.#base === 0) return this.#parse(this.#text)
    if (!this.#isEnded) throw this.#fault('The file ends inside a value.')
    return []
  }

  /** Scans to the end of the value in progress. Returns its index, or null if it is not in the text. */
  #next(): number | null {
    const text = this.#text
    let at = this.#at
    for (; at < text.length && !this.#isEnded; at++) {
      if (this.#isInString) {
        at = text.indexOf('"', at)
        if (at < 0) break
        this.#isInString = isEscaped(text, at)
      } else if (this.#isEnd(text.charCodeAt(at))) {
        this.#at = at + 1
        return at
      }
    }
    this.#at = text.length
    return null
  }

  /** Takes a character outside strings. Returns whether a value ends before it. */
  #isEnd(code: number): boolean {
    if (code === QUOTE) this.#isInString = true
    else if (code === COMMA) return this.#isComma()
    else if (code === LINE_END) return this.#base === 0 && this.#depth === 0
    else if (code === OPEN_OBJECT || code === OPEN_LIST) {
      this.#count()
      this.#depth += 1
      if (this.#depth > MAX_DEPTH)
        throw new SourceFault(`The file has more than ${MAX_DEPTH} levels.`, { file: this.#file })
    } else if (code === CLOSE_OBJECT || code === CLOSE_LIST) {
      this.#depth -= 1
      this.#isEnded = this.#base === 1 && this.#depth === 0 && code === CLOSE_LIST
      return this.#isEnded
    }
    return false
  }

  /** Takes a comma outside strings. Returns whether a value ends before it. */
  #isComma(): boolean {
    if (this.#base === 1 && this.#depth === 1) return true
    this.#count()
    return false
  }

  /** Counts a comma or an opening bracket in a value, of which there are about as many as values. */
  #count(): void {
    this.#marks += 1
    if (this.#marks > MAX_VALUES) throw this.#fault(`A record has more than ${MAX_VALUES} values.`)
  }

  /** The value of a text, or none of a blank one where none is needed. */
  #parse(text: string): unknown[] {
    const mayBeBlank = this.#base === 0 || (this.#isEnded && this.#rows === 0)
    if (mayBeBlank && text.trim() === '') return []
    const value = parsePlainJson(text)
    if (value !== undefined) {
      this.#rows += 1
      return [value]
    }
    const tokens = new JsonTokens(this.#file, 'lines', this.#rows)
    const values = [...tokens.add(text), ...tokens.end()]
    if (values.length !== 1 && (this.#base === 1 || values.length === 0))
      throw this.#fault('The file is not valid JSON.')
    this.#rows += values.length
    return values
  }

  #fault(message: string): SourceFault {
    return new SourceFault(message, { file: this.#file, row: this.#rows + 1 })
  }
}

/** Whether an odd number of backslashes is before a quote. */
function isEscaped(text: string, quote: number): boolean {
  let before = quote
  while (text.charCodeAt(before - 1) === BACKSLASH) before -= 1
  return (quote - before) % 2 === 1
}
