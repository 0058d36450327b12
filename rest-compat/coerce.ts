import { containing } from '../src/lib/errors.ts'
import { readBoolean } from '../src/lib/text/read-boolean.ts'
import { splitList } from '../src/lib/text/list-text.ts'
import { jsonValueProblem } from '../src/lib/text/valid-json.ts'
import { stringProblem } from '../src/lib/text/valid-text.ts'
import type { Schema } from './document.ts'

/** A value, or its problem. */
type Coerced = { value: unknown } | Problem

export type Problem = {
  problem: string
  /** Replaces the problem in the message of the error. */
  predicate?: string
  /** Whether the problem is a null in a list. */
  isNullItem?: true
}

/**
 * Converts a value to the type of its schema. Integers are also read from numeric strings, booleans from
 * `true`, `false`, `1` and `0`, and lists from one value or a comma-separated list. The items of a list of texts
 * can contain commas. With `emptyIsAbsent`, null counts as absent, and an empty value unless the type is text.
 */
export function coerce(value: unknown, schema: Schema, emptyIsAbsent: boolean): Coerced {
  const types = typesOf(schema)
  if (value === undefined) return { value: schema.default }
  if (value === null && (emptyIsAbsent || types.includes('null')))
    return { value: types.includes('null') ? null : undefined }
  if (value === '' && emptyIsAbsent && (!types.includes('string') || schema.format === 'date'))
    return { value: types.includes('null') ? null : schema.default }
  if (types.includes('array')) return toList(value, schema, emptyIsAbsent)
  let problem = 'is invalid'
  for (const type of types) {
    const read = READERS[type]?.(value, schema)
    if (read && 'value' in read) return read
    if (read && read.problem !== 'is invalid') problem = read.problem
  }
  return schema['x-unknown-value'] === 'default' ? { value: schema.default } : { problem }
}

const typesOf = ({ type = 'object' }: Schema) => [type].flat()

const READERS: Record<string, (value: unknown, schema: Schema) => Coerced> = {
  integer: toInteger,
  number: toNumber,
  boolean: toBoolean,
  string: toText,
  object: (value) =>
    typeof value === 'object' && !Array.isArray(value) ? deepText(value) : { problem: 'must be an object' },
}

function toInteger(value: unknown, schema: Schema): Coerced {
  const isInteger =
    typeof value === 'number'
      ? Number.isInteger(value)
      : typeof value === 'string' && /^[+-]?\d{1,40}$/.test(value.trim())
  return isInteger ? inRange(Number(value), schema) : { problem: 'must be an integer' }
}

function toNumber(value: unknown, schema: Schema): Coerced {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number)
    ? inRange(number, schema)
    : { problem: 'must be a number' }
}

function inRange(value: number, { minimum, maximum }: Schema): Coerced {
  if (minimum !== undefined && value < minimum)
    return { problem: `must be greater than or equal to ${minimum}` }
  if (maximum !== undefined && value > maximum) return { problem: `must be less than or equal to ${maximum}` }
  return { value }
}

function toBoolean(value: unknown): Coerced {
  // A list of one word, such as `pinned[]=true`, counts as the word.
  const isWord = Array.isArray(value) && Number.isNaN(Number(value))
  const read = readBoolean(isWord ? String(value) : value)
  return read === undefined ? { problem: 'must be true or false' } : { value: read }
}

function toText(value: unknown, schema: Schema): Coerced {
  if (typeof value !== 'string') return { problem: 'must be a string' }
  const problem = stringProblem(value)
  if (problem) return { problem }
  if (schema.enum && !schema.enum.includes(value)) return { problem: 'is not included in the list' }
  if (schema.pattern && value !== '' && !new RegExp(schema.pattern, 'u').test(value))
    return { problem: 'is invalid' }
  if (schema.format === 'date' && !isDay(value)) return { problem: 'must be a date such as 2026-11-21' }
  return { value }
}

function isDay(value: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(value)) return false
  const date = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value)
}

function toList(value: unknown, schema: Schema, emptyIsAbsent: boolean): Coerced {
  if (schema['x-items'] === 'as sent') return toListAsSent(value, schema)
  if (value === '') return { problem: listProblem(schema) }
  const isList = Array.isArray(value)
  const given = [value]
    .flat()
    .flatMap((item: unknown) =>
      typeof item === 'string' && item.includes(',') && !(isList && isFreeText(schema))
        ? splitList(item)
        : [item],
    )
    .filter((item) => item !== '' || !(emptyIsAbsent || isFreeText(schema)))
  const problem = sizeProblem(given.length, schema)
  if (problem) return problem
  const values: unknown[] = []
  for (const item of given) {
    if (item === null && !typesOf(schema.items ?? {}).includes('null'))
      return { problem: listProblem(schema), isNullItem: true }
    const read = coerce(typeof item === 'string' ? item.trim() : item, schema.items ?? {}, emptyIsAbsent)
    if ('problem' in read) {
      if (!Array.isArray(value) && typeof value !== 'string') return { problem: listProblem(schema) }
      return { problem: read.problem, predicate: containing(item, read.problem) }
    }
    values.push(read.value)
  }
  return { value: values }
}

/** Whether the items of a list are texts that can contain commas. */
const isFreeText = ({ items }: Schema) =>
  items?.type === 'string' && items.enum === undefined && items.format !== 'email'

/** Returns the problem of a value that is neither a list nor one item of it, and of a list with a null. */
const listProblem = ({ items }: Schema) =>
  items?.type === 'string' || items?.type === 'integer'
    ? `must be a list of ${items.type}s`
    : 'must be a list'

/** Reads a list whose items the operation validates one by one. */
function toListAsSent(value: unknown, schema: Schema): Coerced {
  if (!Array.isArray(value)) return { problem: 'must be a list' }
  if (schema.items?.type === 'string' && !value.every((item) => typeof item === 'string'))
    return { problem: 'must be a list of strings' }
  return sizeProblem(value.length, schema) ?? { value }
}

function sizeProblem(length: number, { minItems, maxItems, items }: Schema): Coerced | null {
  const noun = items?.format === 'uri' ? 'URI' : 'item'
  const most = maxItems ?? Infinity
  const least = minItems ?? 0
  if (length >= least && length <= most) return null
  const problem = length > most ? `must contain at most ${most} items` : `must hold at least ${least} items`
  if (least === 0) return { problem }
  return {
    problem,
    predicate:
      most === Infinity
        ? `must contain at least ${least} ${noun}${least === 1 ? '' : 's'}`
        : `must contain ${least} to ${most} ${noun}s`,
  }
}

/** Accepts an object of any shape whose strings can all be stored. */
function deepText(value: unknown): Coerced {
  const problem = jsonValueProblem(value, { maxDepth: MAX_DEPTH, tooDeep: 'is nested too deeply' })
  return problem ? { problem } : { value }
}

/** Levels of an object, including itself. */
const MAX_DEPTH = 21
