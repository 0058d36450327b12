import { GraphQLError } from 'graphql'

/** Returns the errors without suggestions, which reveal names of the schema. */
export function hideSuggestions(errors: readonly GraphQLError[]): GraphQLError[] {
  return errors.map((error) => (error.message.includes(SUGGESTION) ? withoutSuggestion(error) : error))
}

const SUGGESTION = 'Did you mean '

function withoutSuggestion(error: GraphQLError): GraphQLError {
  const { nodes, path, source, positions, extensions } = error
  const message = cut(error.message)
  return new GraphQLError(message, { nodes: nodes ?? null, path, source, positions, extensions })
}

/**
 * Removes the text from the suggestion to its question mark. A regular expression would backtrack on long
 * runs of spaces.
 */
function cut(message: string): string {
  const start = message.indexOf(SUGGESTION)
  const end = message.lastIndexOf('?')
  return end < start ? message : message.slice(0, start).trimEnd() + message.slice(end + 1)
}
