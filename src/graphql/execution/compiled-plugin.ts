import type { DocumentNode, GraphQLSchema } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import { compileOperation } from './compile.ts'
import { hasBadVariables } from './rules/validate-variables.ts'

/** How often a document is asked for before compiling it is worth the time. */
const OFTEN = 3

/** Runs what is asked for again and again as a compiled program; what its variables may not be, `graphql-js` says. */
export function compiledExecution(schema: GraphQLSchema): Plugin {
  const asked = new WeakMap<DocumentNode, number>()
  return {
    onExecute({ args: { document, operationName, variableValues }, executeFn, setExecuteFn }) {
      const times = (asked.get(document) ?? 0) + 1
      if (times <= OFTEN) asked.set(document, times)
      if (times < OFTEN) return
      const run = compileOperation(schema, document, operationName)
      const variables = (variableValues ?? {}) as Record<string, unknown>
      if (run && !hasBadVariables(schema, document, variables, operationName))
        setExecuteFn((args) => run(args, executeFn))
    },
  }
}
