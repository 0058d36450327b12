import { LIMITS } from '../limits.ts'
import { jsonValueProblem } from '../../../lib/text/valid-json.ts'
import { stringProblem } from '../../../lib/text/valid-text.ts'

const MAX_DEPTH = 50

/**
 * Returns the problem of a request's variables as a sentence, or null. Checks their number, the number of
 * values inside them, their depth, and strings that the database cannot store.
 */
export function variablesProblem(variables: unknown): string | null {
  if (variables && typeof variables === 'object' && Object.keys(variables).length > LIMITS.variables)
    return `"variables" has more than ${LIMITS.variables} members`
  return valueProblem('variables', variables, (text) => {
    const problem = stringProblem(text)
    return problem && `A variable ${problem}`
  })
}

/**
 * Returns the problem of a value that no operation receives, as for variables but without the check of
 * strings.
 */
export const sizeProblem = (name: string, value: unknown): string | null =>
  valueProblem(name, value, () => null)

const valueProblem = (name: string, value: unknown, textProblemOf: (text: string) => string | null) =>
  jsonValueProblem(value, {
    maxDepth: MAX_DEPTH,
    tooDeep: `"${name}" is nested more than ${MAX_DEPTH} levels deep`,
    maxValues: LIMITS.values,
    tooMany: `"${name}" holds more than ${LIMITS.values} values`,
    textProblemOf,
  })
