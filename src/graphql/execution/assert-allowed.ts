import { Kind, parse, type GraphQLSchema } from 'graphql'
import type { Caller } from '../../auth/caller.ts'
import { assertAccess, type Access } from '../access/access.ts'

/**
 * Refuses a caller who may not run a stored document, before anything is made of the request's parameters:
 * the access of each root field it selects.
 */
export function createAssertAllowed(schema: GraphQLSchema): (document: string, caller: Caller) => void {
  const known = new Map<string, Access[]>()
  return (document, caller) => {
    let accesses = known.get(document)
    if (!accesses) {
      accesses = accessesOf(schema, document)
      known.set(document, accesses)
    }
    for (const access of accesses) assertAccess(caller, access)
  }
}

function accessesOf(schema: GraphQLSchema, document: string): Access[] {
  const operations = parse(document).definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION)
  return operations.flatMap(({ operation, selectionSet }) =>
    selectionSet.selections.flatMap((node) => {
      const field = node.kind === Kind.FIELD && schema.getRootType(operation)?.getFields()[node.name.value]
      return field ? [field.extensions.access as Access] : []
    }),
  )
}
