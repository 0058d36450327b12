import { stringProblem } from '../../lib/text/valid-text.ts'

const DEEPEST = 10
const LARGEST = 20_000

/** Why a JSON value is not stored, as a predicate for its field; null when it is: too deep, too large, or a text in it cannot be kept. */
export function jsonProblem(value: unknown): string | null {
  return (
    valueProblem(value, 0) ??
    (JSON.stringify(value).length > LARGEST
      ? `is too large (maximum is ${LARGEST} characters of JSON)`
      : null)
  )
}

function valueProblem(value: unknown, depth: number): string | null {
  if (typeof value === 'string') return stringProblem(value)
  if (typeof value !== 'object' || value === null) return null
  if (depth >= DEEPEST) return `is nested too deeply (maximum is ${DEEPEST} levels)`
  for (const [key, item] of Object.entries(value)) {
    const problem = stringProblem(key) ?? valueProblem(item, depth + 1)
    if (problem) return problem
  }
  return null
}
