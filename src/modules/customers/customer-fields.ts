import { unprocessable, invalidParam, missingParam } from '../../lib/errors.ts'
import { normalizeEmail } from '../../lib/text/email.ts'
import { optionalText } from '../../lib/text/fields.ts'
import { optionalPicture } from '../uploads/optional-picture.ts'
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

/** Fields of a customer in a request. Null leaves a field unchanged, except that a null picture removes it. */
export type CustomerInput = { [Field in keyof CustomerFields]?: CustomerFields[Field] | null }

const MAX_LABELS = 100

/** Reads one field as sent. Each reader throws AppError on its own field. */
const READERS: {
  [Field in keyof CustomerFields]-?: (
    field: string,
    value: NonNullable<CustomerFields[Field]>,
  ) => CustomerFields[Field]
} = {
  name: (field, value) => optionalText(field, value) ?? undefined,
  avatarUrl: optionalPicture,
  labels: toLabels,
  starred: (_field, value) => value,
  blocked: (_field, value) => value,
  customFields: toCustomFields,
}

export const CUSTOMER_FIELDS = Object.keys(READERS) as (keyof CustomerFields)[]

/**
 * Reads one field of a customer. Null and a blank name leave the field unchanged; a null picture removes it.
 * @throws AppError INVALID_PARAM for an invalid format, UNPROCESSABLE for a value that is too long or too large
 */
export function readField<Field extends keyof CustomerFields>(
  field: Field,
  input: CustomerInput,
): CustomerFields[Field] {
  const value: CustomerFields[Field] | null = input[field]
  if (value === null) return (field === 'avatarUrl' ? null : undefined) as CustomerFields[Field]
  if (value === undefined) return value
  const read = READERS[field] as (name: string, given: unknown) => CustomerFields[Field]
  return read(field, value)
}

/**
 * Returns the fields of a customer as stored.
 * @throws AppError as `readField`, for the first invalid field
 */
export function readFields(input: CustomerInput): CustomerFields {
  const read = CUSTOMER_FIELDS.map((field) => [field, readField(field, input)] as const)
  return Object.fromEntries(read.filter(([, value]) => value !== undefined))
}

/** Returns a normalized e-mail address. @throws AppError MISSING_PARAM if blank, INVALID_PARAM if invalid */
export function readEmail(value: string | null | undefined, field = 'email'): string {
  if (!value?.trim()) throw missingParam(field)
  const email = normalizeEmail(value)
  if (!email) throw invalidParam(field)
  return email
}

function toLabels(field: string, items: readonly string[]): string[] {
  const labels = new Set(items.map((label) => optionalText(field, label)).filter((label) => label !== null))
  if (labels.size > MAX_LABELS) throw unprocessable(field, `must contain at most ${MAX_LABELS} labels`)
  return [...labels]
}

function toCustomFields(field: string, value: Record<string, unknown>): Record<string, unknown> {
  const problem = customValueProblem(value)
  if (problem) throw unprocessable(field, problem)
  return value
}
