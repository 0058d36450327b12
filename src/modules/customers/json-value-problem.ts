import { stringProblem } from '../../lib/text/valid-text.ts'

const MAX_DEPTH = 10
const MAX_SIZE = 20_000

/**
 * Returns why a JSON value cannot be stored, as a predicate for its field, or null. It may be too deep, too
 * large, or contain an invalid string.
 */
export function jsonValueProblem(value: unknown): string | null {
  return (
    valueProblem(value, 0) ??
    (JSON.stringify(value).length > MAX_SIZE
      ? `is too large (maximum is ${MAX_SIZE} characters of JSON)`
      : null)
  )
}

function valueProblem(value: unknown, depth: number): string | null {
  if (typeof value === 'string') return stringProblem(value)
  if (typeof value !== 'object' || value === null) return null
  if (depth >= MAX_DEPTH) return `is nested too deeply (maximum is ${MAX_DEPTH} levels)`
  for (const [key, item] of Object.entries(value)) {
    const problem = stringProblem(key) ?? valueProblem(item, depth + 1)
    if (problem) return problem
  }
  return null
}
