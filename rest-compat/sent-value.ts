import { isBlankText } from '../src/lib/text/characters.ts'

/** Whether a value that a client sent is missing, null, or a text without a visible character. */
export const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && isBlankText(value))

/** Whether a value that a client sent is an object, and no list. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
