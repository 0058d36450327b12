import { readBoolean } from '../../lib/text/read-boolean.ts'
import { stringProblem } from '../../lib/text/valid-text.ts'
import type { FieldProblem, OriginalRow } from '../items.ts'
import type { Origin } from '../record-base.ts'
import { momentOf, type DateRules } from '../rules/moments.ts'
import { comparableName } from '../rules/names.ts'
import { wholeNumber } from '../rules/numbers.ts'

const MAX_TEXT_BYTES = 1024 ** 2
const MAX_SHOWN = 200
const MAX_ID = 500
const BOOLEANS = new Map(Object.entries({ t: true, f: false, yes: true, no: false, y: true, n: false }))

type Values = Readonly<Record<string, unknown>>

/**
 * A row of a table or an object of a list. Its methods return undefined for a value that is absent, null or blank,
 * and for one that cannot be read. Then they add to `problems`, which makes the row an error.
 */
export class Row {
  readonly origin: Origin
  readonly values: Values
  readonly problems: FieldProblem[]
  readonly original: OriginalRow | undefined
  readonly #dates: DateRules
  readonly #path: string
  readonly #used: Set<string> | undefined

  constructor(origin: Origin, values: Values, dates: DateRules = {}, from?: Partial<Inherited>) {
    this.origin = origin
    this.values = values
    this.problems = from?.problems ?? []
    this.original = from?.original
    this.#dates = dates
    this.#path = from?.path ?? ''
    this.#used = from?.used
  }

  /** Adds a problem of a field. */
  refuse(name: string, value: unknown, reason: string): undefined {
    this.problems.push({ field: this.#path + name, value: shown(value), reason })
  }

  /** The value as it was read. A column is found by letters and digits of its heading. */
  value(name: string): unknown {
    const key = this.values[name] === undefined ? comparableName(name) : name
    this.#used?.add(key)
    return this.values[key]
  }

  /** A text as it is. A number or Boolean becomes a text. */
  text(name: string): string | undefined {
    const value = this.value(name)
    if (value === undefined || value === null) return undefined
    if (typeof value === 'object') return this.refuse(name, value, 'must be text')
    const text = `${value as string | number | boolean}`
    if (text.trim() === '') return undefined
    const problem = stringProblem(text)
    if (problem) return this.refuse(name, text, problem)
    if (text.length > MAX_TEXT_BYTES / 4 && Buffer.byteLength(text) > MAX_TEXT_BYTES)
      return this.refuse(name, text, 'has more than 1 MiB')
    return text
  }

  /** A text without white space at its ends. */
  word(name: string): string | undefined {
    return this.text(name)?.trim()
  }

  /** A word that must be there. Returns '' with a problem if it is not. */
  required(name: string): string {
    const before = this.problems.length
    const word = this.word(name)
    if (word === undefined && this.problems.length === before) this.refuse(name, '', 'is missing')
    return word ?? ''
  }

  /** An external id that must be there. */
  id(name = 'id'): string {
    const id = this.required(name)
    if (id.length > MAX_ID) this.refuse(name, id, `has more than ${MAX_ID} characters`)
    return id
  }

  /** A moment as ISO 8601. A text that is not a date is a problem. */
  moment(name: string): string | undefined {
    const text = this.word(name)
    if (text === undefined) return undefined
    return momentOf(text, this.#dates) ?? this.refuse(name, text, 'is not a date')
  }

  /** A whole number of at least 0. */
  count(name: string): number | undefined {
    const text = this.word(name)
    if (text === undefined) return undefined
    return wholeNumber(text) ?? this.refuse(name, text, 'is not a whole number of at least 0')
  }

  /** A whole number that may be negative. */
  score(name: string): number | undefined {
    const text = this.word(name)
    if (text === undefined) return undefined
    const number = wholeNumber(text.replace(/^[-\u2212]\s?/, ''))
    if (number === null) return this.refuse(name, text, 'is not a whole number')
    return /^[-\u2212]/.test(text) ? 0 - number : number
  }

  /** A Boolean, also as `t`, `f`, `yes`, `no`, 1 or 0. */
  flag(name: string): boolean | undefined {
    const word = this.word(name)?.toLowerCase()
    if (word === undefined) return undefined
    return BOOLEANS.get(word) ?? readBoolean(word) ?? this.refuse(name, word, 'is not true or false')
  }

  /** An object inside this one. Its problems are those of this row. */
  object(name: string): Row | undefined {
    const value = this.value(name)
    if (value === undefined || value === null) return undefined
    if (typeof value !== 'object' || Array.isArray(value))
      return this.refuse(name, value, 'must be an object')
    return this.#inner(value as Values, `${name}.`)
  }

  /** The objects of a list inside this one. */
  objects(name: string): Row[] {
    return this.list(name).flatMap((value, index) => {
      if (typeof value === 'object' && value !== null)
        return [this.#inner(value as Values, `${name}.${index}.`)]
      this.refuse(name, value, 'must contain objects')
      return []
    })
  }

  /** The texts of a list inside this one, without blank ones. */
  words(name: string): string[] {
    const values = Object.fromEntries(this.list(name).entries())
    const inner = this.#inner(values, `${name}.`)
    return Object.keys(values).flatMap((index) => inner.word(index) ?? [])
  }

  /** A list inside this one. */
  list(name: string): unknown[] {
    const value = this.value(name)
    if (value === undefined || value === null) return []
    if (Array.isArray(value)) return value
    this.refuse(name, value, 'must be a list')
    return []
  }

  #inner(values: Values, path: string): Row {
    const { problems, original } = this
    return new Row(this.origin, values, this.#dates, { problems, original, path: this.#path + path })
  }
}

type Inherited = {
  problems: FieldProblem[]
  original: OriginalRow | undefined
  path: string
  /** Keys of the columns that are read, to which each reading adds. */
  used: Set<string>
}

function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return text.replaceAll('\0', '\ufffd').slice(0, MAX_SHOWN).toWellFormed()
}
