import { GraphQLError } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import { literalsAreStorable } from '../graphql/storable-literals.ts'
import { textProblem } from '../lib/text.ts'

/** Refuses operations whose texts no database could store, in literals as in variables. */
export function storableText(): Plugin {
  return {
    onValidate({ addValidationRule }) {
      addValidationRule(literalsAreStorable)
    },
    onParams({ params, setResult }) {
      const problem = variableProblem(params.variables)
      if (problem)
        setResult({
          errors: [
            new GraphQLError(problem, {
              extensions: { code: 'ERROR_CODE_INVALID_PARAM', status: 400, http: { status: 400 } },
            }),
          ],
        })
    },
  }
}

/** What is wrong with texts in variables, as a sentence; null when nothing is. */
export function variableProblem(variables: unknown): string | null {
  const problem = problemIn(variables)
  return problem && `A variable ${problem}`
}

function problemIn(value: unknown): string | null {
  if (typeof value === 'string') return textProblem(value)
  if (typeof value !== 'object' || value === null) return null
  for (const [key, item] of Object.entries(value)) {
    const problem = textProblem(key) ?? problemIn(item)
    if (problem) return problem
  }
  return null
}
