import { stringProblem } from './valid-text.ts'

type JsonRules = {
  /** Maximum number of levels of objects and lists. A list of texts has one. */
  maxDepth: number
  /** Problem of a value with more levels. */
  tooDeep: string
  /** Maximum number of values inside objects and lists. Default unlimited. */
  maxValues?: number
  /** Problem of a value that contains more values. */
  tooMany?: string
  /** Returns the problem of a string or a name, or null. Default `stringProblem`. */
  textProblemOf?: (text: string) => string | null
}

/**
 * Returns the first problem of a JSON value, depth first, or null. The value may be too deep, contain too
 * many values, or contain a string or a name that cannot be stored.
 */
export function jsonValueProblem(value: unknown, rules: JsonRules): string | null {
  const { maxDepth, tooDeep, maxValues = Infinity, tooMany = '', textProblemOf = stringProblem } = rules
  let values = 0
  const problemOf = (item: unknown, levels: number): string | null => {
    if (typeof item === 'string') return textProblemOf(item)
    if (typeof item !== 'object' || item === null) return null
    if (levels === 0) return tooDeep
    const names = Array.isArray(item) ? null : Object.keys(item)
    const members: unknown[] = Array.isArray(item) ? item : Object.values(item)
    values += members.length
    if (values > maxValues) return tooMany
    for (let index = 0; index < members.length; index++) {
      const problem = (names && textProblemOf(names[index] ?? '')) ?? problemOf(members[index], levels - 1)
      if (problem !== null) return problem
    }
    return null
  }
  return problemOf(value, maxDepth)
}
