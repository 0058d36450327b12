import { jsonValueProblem } from '../../lib/text/valid-json.ts'

const MAX_DEPTH = 10
const MAX_SIZE = 20_000

/**
 * Returns why a JSON value cannot be stored, as a predicate for its field, or null. It may be too deep, too
 * large, or contain an invalid string.
 */
export function customValueProblem(value: unknown): string | null {
  const tooDeep = `is nested too deeply (maximum is ${MAX_DEPTH} levels)`
  return (
    jsonValueProblem(value, { maxDepth: MAX_DEPTH, tooDeep }) ??
    (JSON.stringify(value).length > MAX_SIZE
      ? `is too large (maximum is ${MAX_SIZE} characters of JSON)`
      : null)
  )
}
