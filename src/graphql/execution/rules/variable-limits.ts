import { LIMITS } from '../limits.ts'
import { stringProblem } from '../../../lib/text/valid-text.ts'

const MAX_DEPTH = 50

/**
 * Returns the problem of a request's variables as a sentence, or null. Checks their number, the number of
 * values inside them, their depth, and strings that the database cannot store.
 */
export function variablesProblem(variables: unknown): string | null {
  if (variables && typeof variables === 'object' && Object.keys(variables).length > LIMITS.variables)
    return `"variables" has more than ${LIMITS.variables} members`
  return valueProblem('variables', variables, stringProblem)
}

/**
 * Returns the problem of a value that no operation receives, as for variables but without the check of
 * strings.
 */
export const sizeProblem = (name: string, value: unknown): string | null =>
  valueProblem(name, value, () => null)

/** Visits each value once, up to the limit. */
function valueProblem(
  name: string,
  root: unknown,
  textProblemOf: (text: string) => string | null,
): string | null {
  let values = 0
  let level: unknown[] = [root]
  for (let depth = 0; level.length > 0; depth++) {
    const below: unknown[] = []
    for (const value of level) {
      const problem = typeof value === 'string' ? textProblemOf(value) : null
      if (problem) return `A variable ${problem}`
      if (typeof value !== 'object' || value === null) continue
      if (depth === MAX_DEPTH) return `"${name}" is nested more than ${MAX_DEPTH} levels deep`
      const keys = Array.isArray(value) ? [] : Object.keys(value)
      values += Array.isArray(value) ? value.length : keys.length
      if (values > LIMITS.values) return `"${name}" holds more than ${LIMITS.values} values`
      const problemOfKey = keys.map(textProblemOf).find((found) => found !== null)
      if (problemOfKey) return `A variable ${problemOfKey}`
      for (const item of Object.values(value)) below.push(item)
    }
    level = below
  }
  return null
}
