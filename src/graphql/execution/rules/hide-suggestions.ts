import { GraphQLError } from 'graphql'

/** The same errors without names of the schema that nobody asked about. */
export function hideSuggestions(errors: readonly GraphQLError[]): GraphQLError[] {
  return errors.map((error) => (error.message.includes(SUGGESTION) ? withoutSuggestion(error) : error))
}

const SUGGESTION = 'Did you mean '

function withoutSuggestion(error: GraphQLError): GraphQLError {
  const { nodes, path, source, positions, extensions } = error
  const message = cut(error.message)
  return new GraphQLError(message, { nodes, path, source, positions, extensions })
}

/** Without what stands from the suggestion to its question mark; a pattern would try each of many spaces as its start. */
function cut(message: string): string {
  const start = message.indexOf(SUGGESTION)
  const end = message.lastIndexOf('?')
  return end < start ? message : message.slice(0, start).trimEnd() + message.slice(end + 1)
}
