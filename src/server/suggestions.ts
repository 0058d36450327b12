import { GraphQLError } from 'graphql'
import type { Plugin } from 'graphql-yoga'

/**
 * Takes names of the schema out of error messages ("Did you mean …?") for callers whom `mayRead` does not let
 * read the schema. It is asked only when there is something to hide.
 */
export function hideSuggestions<Context extends object>(
  mayRead: (context: Context) => Promise<boolean>,
): Plugin<object, Context> {
  return {
    async onResultProcess({ result, serverContext }) {
      const { errors } = result as { errors?: GraphQLError[] }
      if (!errors?.some(({ message }) => SUGGESTION.test(message)) || (await mayRead(serverContext))) return
      Object.assign(result, { errors: withoutSuggestions(errors) })
    },
  }
}

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
