import { Kind, parse, type GraphQLSchema } from 'graphql'
import type { Caller } from '../../auth/caller.ts'
import { assertAccess, type Access } from '../access/access.ts'

/**
 * Creates the check of a caller's access to all root fields of a stored document. It runs before the
 * request's parameters are read.
 */
export function createAssertAllowed(schema: GraphQLSchema): (document: string, caller: Caller) => void {
  const accessCache = new Map<string, Access[]>()
  return (document, caller) => {
    let accesses = accessCache.get(document)
    if (!accesses) {
      accesses = accessesOf(schema, document)
      accessCache.set(document, accesses)
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
