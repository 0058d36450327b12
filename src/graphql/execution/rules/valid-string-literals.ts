import { GraphQLError, type ASTVisitor, type ValidationContext } from 'graphql'
import { stringProblem } from '../../../lib/text/valid-text.ts'

/** A validation rule that refuses documents with texts that no database could store. */
export function validStringsRule(context: ValidationContext): ASTVisitor {
  return {
    StringValue(node) {
      const problem = stringProblem(node.value)
      if (problem) context.reportError(new GraphQLError(`A text ${problem}`, { nodes: node }))
    },
  }
}
