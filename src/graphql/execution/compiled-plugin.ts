import type { DocumentNode, ExecutionArgs, GraphQLSchema } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import { compile } from './compile.ts'
import { hasInvalidVariables } from './rules/validate-variables.ts'

/** Number of executions of a document from which it is compiled. */
const COMPILE_AFTER = 3

/** Compiles repeated operations. `graphql-js` runs those with invalid variables and reports the errors. */
export function compiledPlugin(schema: GraphQLSchema): Plugin {
  const useCounts = new WeakMap<DocumentNode, number>()
  return {
    onExecute({ args, executeFn, setExecuteFn }) {
      const { document, operationName, variableValues } = args as ExecutionArgs
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
