import { GraphQLError } from 'graphql'

/** The same errors without names of the schema that nobody asked about. */
export function withoutSuggestions(errors: readonly GraphQLError[]): GraphQLError[] {
  return errors.map((error) => (SUGGESTION.test(error.message) ? withoutSuggestion(error) : error))
}

const SUGGESTION = /\s*Did you mean [^]+\?/

function withoutSuggestion({
  message,
  nodes,
  path,
  source,
  positions,
  extensions,
}: GraphQLError): GraphQLError {
  return new GraphQLError(message.replace(SUGGESTION, ''), { nodes, path, source, positions, extensions })
}
