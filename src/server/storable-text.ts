import { GraphQLError, type ASTVisitor, type ValidationContext } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import { textProblem } from '../lib/text.ts'

/** Refuses operations whose texts no database could store, in literals as in variables. */
export function storableText(): Plugin {
  return {
    onValidate({ addValidationRule }) {
      addValidationRule(literalsAreStorable)
    },
    onParams({ params, setResult }) {
      const problem = problemIn(params.variables)
      if (problem)
        setResult({
          errors: [
            new GraphQLError(`A variable ${problem}`, {
              extensions: { code: 'ERROR_CODE_INVALID_PARAM', status: 400, http: { status: 400 } },
            }),
          ],
        })
    },
  }
}

function literalsAreStorable(context: ValidationContext): ASTVisitor {
  return {
    StringValue(node) {
      const problem = textProblem(node.value)
      if (problem) context.reportError(new GraphQLError(`A text ${problem}`, { nodes: node }))
    },
  }
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
