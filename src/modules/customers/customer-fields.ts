import { unprocessable, invalidParam, missingParam } from '../../lib/errors.ts'
import { normalizeEmail } from '../../lib/text/email.ts'
import { optionalText, optionalUrl } from '../../lib/fields.ts'
import { readBoolean } from '../../lib/text/read-boolean.ts'
import { customValueProblem } from './custom-value-problem.ts'

/**
 * Fields of a customer that the team sets, ready to be stored. Omitted fields are unchanged, or take their
 * default.
 */
export type CustomerFields = {
  name?: string | undefined
  avatarUrl?: string | null | undefined
  labels?: string[] | undefined
  starred?: boolean | undefined
  blocked?: boolean | undefined
  /** Replaces the whole set. */
  customFields?: Record<string, unknown> | undefined
}

const MAX_LABELS = 100

/** Reads one field as sent. Undefined leaves it unchanged. Each reader throws AppError on its own field. */
const READERS: Record<keyof CustomerFields, (field: string, value: unknown) => unknown> = {
  name: (field, value) =>
    value === null ? undefined : (optionalText(field, toText(field, value)) ?? undefined),
  avatarUrl: (field, value) => (value === null ? null : optionalUrl(field, toText(field, value))),
  labels: toLabels,
  starred: toBoolean,
  blocked: toBoolean,
  customFields: toCustomFields,
}

export const CUSTOMER_FIELDS = Object.keys(READERS) as (keyof CustomerFields)[]

/**
 * Reads one field of a customer from a value of any type. Booleans may also be `"true"`, `"false"`, `1` or
 * `0`. Null and a blank name leave the field unchanged; a null picture removes it.
 * @throws AppError INVALID_PARAM for a wrong type or format, UNPROCESSABLE for a value that is too long or
 * too large
 */
export function readField(field: keyof CustomerFields, value: unknown): unknown {
  return value === undefined ? undefined : READERS[field](field, value)
}

/**
 * Returns the fields of a customer as stored.
 * @throws AppError as `readField`, for the first invalid field
 */
export function readFields(input: { [Field in keyof CustomerFields]?: unknown }): CustomerFields {
  const read = CUSTOMER_FIELDS.map((field) => [field, readField(field, input[field])] as const)
  return Object.fromEntries(read.filter(([, value]) => value !== undefined))
}

/** Returns a normalized e-mail address. @throws AppError MISSING_PARAM if blank, INVALID_PARAM if invalid */
export function readEmail(value: unknown): string {
  if (value === undefined || value === null) throw missingParam('email')
  const text = toText('email', value)
  if (!text.trim()) throw missingParam('email')
  const email = normalizeEmail(text)
  if (!email) throw invalidParam('email')
  return email
}

function toText(field: string, value: unknown): string {
  if (typeof value === 'string') return value
  throw invalidParam(field, 'must be a string')
}

function toBoolean(field: string, value: unknown): boolean | undefined {
  if (value === null || value === '') return undefined
  const read = readBoolean(value)
  if (read === undefined) throw invalidParam(field, 'must be true or false')
  return read
}

/** Reads a list of labels, one label, or comma-separated labels, as REST requests send lists. */
function toLabels(field: string, value: unknown): string[] | undefined {
  if (value === null) return undefined
  const items: unknown[] = Array.isArray(value) ? value : [value]
  if (!items.every((item) => typeof item === 'string')) throw invalidParam(field, 'must be a list of strings')
  const words = items.flatMap((item) => item.split(','))
  const labels = new Set(words.map((label) => optionalText(field, label)).filter((label) => label !== null))
  if (labels.size > MAX_LABELS) throw unprocessable(field, `must contain at most ${MAX_LABELS} labels`)
  return [...labels]
}

function toCustomFields(field: string, value: unknown): Record<string, unknown> | undefined {
  if (value === null) return undefined
  if (typeof value !== 'object' || Array.isArray(value)) throw invalidParam(field, 'must be an object')
  const problem = customValueProblem(value)
  if (problem) throw unprocessable(field, problem)
  return value as Record<string, unknown>
}
