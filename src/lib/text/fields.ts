import { unprocessable, invalidParam, missingParam } from '../errors.ts'
import { isBlankText, isLongerThan } from './characters.ts'
import { stringProblem } from './valid-text.ts'

/**
 * Returns a required text, trimmed and in the Unicode form NFC.
 * @throws AppError MISSING_PARAM without a visible character, UNPROCESSABLE when longer than `max` characters,
 * INVALID_PARAM when it cannot be stored
 */
export function requiredText(field: string, value: string | null | undefined, max = 255): string {
  const text = optionalText(field, value, max)
  if (!text) throw missingParam(field)
  return text
}

/**
 * Returns an optional text, trimmed and in the Unicode form NFC. Null when it is missing or has no visible character.
 * @throws AppError as `requiredText`
 */
export function optionalText(field: string, value: string | null | undefined, max = 255): string | null {
  const text = value?.trim().normalize()
  if (text === undefined || isBlankText(text)) return null
  const problem = stringProblem(text)
  if (problem) throw invalidParam(field, problem)
  if (isLongerThan(text, max)) throw unprocessable(field, `is too long (maximum is ${max} characters)`)
  return text
}

/**
 * Returns a hex color such as `#4f46e5` in lower case. Null when it is missing. @throws AppError
 * INVALID_PARAM
 */
export function optionalColor(field: string, value: string | null | undefined): string | null {
  if (value == null || value === '') return null
  if (!/^#([0-9a-f]{3}|[0-9a-f]{6})$/i.test(value))
    throw invalidParam(field, 'must be a hex color such as #4f46e5')
  return value.toLowerCase()
}

/** Returns an absolute http or https URL. Null when it is missing. @throws AppError INVALID_PARAM */
export function optionalUrl(field: string, value: string | null | undefined): string | null {
  const text = optionalText(field, value, 2048)
  if (text === null) return null
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw invalidParam(field, 'must be an http or https URL')
  return text
}
