import { GraphQLError, type ASTVisitor, type ValidationContext } from 'graphql'
import { stringProblem } from '../../../lib/text/valid-text.ts'

/** Validation rule that rejects documents with strings that the database cannot store. */
export function validStringsRule(context: ValidationContext): ASTVisitor {
  return {
    StringValue(node) {
      const problem = stringProblem(node.value)
      if (problem) context.reportError(new GraphQLError(`A text ${problem}`, { nodes: node }))
    },
  }
}
