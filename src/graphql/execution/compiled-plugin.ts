import type { DocumentNode, GraphQLSchema } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import { compile } from './compile.ts'
import { hasInvalidVariables } from './rules/validate-variables.ts'

/** How often a document is asked for before compiling it is worth the time. */
const COMPILE_AFTER = 3

/** Runs what is asked for again and again as a compiled program; what its variables may not be, `graphql-js` says. */
export function compiledPlugin(schema: GraphQLSchema): Plugin {
  const useCounts = new WeakMap<DocumentNode, number>()
  return {
    onExecute({ args: { document, operationName, variableValues }, executeFn, setExecuteFn }) {
      const times = (useCounts.get(document) ?? 0) + 1
      if (times <= COMPILE_AFTER) useCounts.set(document, times)
      if (times < COMPILE_AFTER) return
      const run = compile(schema, document, operationName)
      const variables = (variableValues ?? {}) as Record<string, unknown>
      if (run && !hasInvalidVariables(schema, document, variables, operationName))
        setExecuteFn((args) => run(args, executeFn))
    },
  }
}
