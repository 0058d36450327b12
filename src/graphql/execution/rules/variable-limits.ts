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
    return problem && textMessage(variables, problem)
  })
}

/** Maximum length of a path in a message. A longer one is not shown. */
const MAX_PATH = 200

/** Returns the message of the first text with a problem. It names the variable, and the path of the text in it. */
function textMessage(variables: unknown, problem: string): string {
  const [variable, ...below] = pathOfText(variables) ?? []
  if (variable === undefined || variable.length > MAX_PATH) return `A variable ${problem}`
  const path = [variable, ...below].join('').slice(1)
  const isShown = below.length > 0 && path.length <= MAX_PATH
  return `Variable "$${variable.slice(1)}" ${problem}${isShown ? ` at "${path}"` : ''}`
}

/** Returns the steps to the first text with a problem, or to the object with such a name. Null if there is none. */
function pathOfText(value: unknown): string[] | null {
  if (typeof value === 'string') return stringProblem(value) ? [] : null
  if (typeof value !== 'object' || value === null) return null
  for (const [name, member] of Object.entries(value)) {
    if (stringProblem(name)) return []
    const rest = pathOfText(member)
    if (rest) return [Array.isArray(value) ? `[${name}]` : `.${name}`, ...rest]
  }
  return null
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
