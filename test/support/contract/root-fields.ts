import { getOperationAST, Kind, parse, type GraphQLField } from 'graphql'
import type { Access } from '../../../src/graphql/access/access.ts'
import { schema } from '../../../src/schema.ts'

export type RootField = {
  kind: 'query' | 'mutation' | 'subscription'
  name: string
  field: GraphQLField<unknown, unknown>
  access: Access | undefined
}

/** Every root field of the schema with its access rule. */
export function rootFields(): RootField[] {
  const roots = {
    query: schema.getQueryType(),
    mutation: schema.getMutationType(),
    subscription: schema.getSubscriptionType(),
  }
  return Object.entries(roots).flatMap(([kind, type]) =>
    Object.entries(type?.getFields() ?? {}).map(([name, field]) => ({
      kind: kind as RootField['kind'],
      name,
      field,
      access: field.extensions.access as Access | undefined,
    })),
  )
}

/** The root fields that a document runs. */
export function rootFieldsOf(document: string): RootField[] {
  const operation = getOperationAST(parse(document))
  const names = (operation?.selectionSet.selections ?? []).map((selection) => {
    if (selection.kind !== Kind.FIELD) throw new Error('fragments on a root type are not supported')
    return selection.name.value
  })
  return rootFields().filter(
    ({ kind, name }) => kind === String(operation?.operation) && names.includes(name),
  )
}

/**
 * The distinct OAuth scopes that the root fields of a document require. `any` is part of every other one. Null rejects
 * every token.
 */
export function scopesOf(document: string): (string | null)[] {
  const scopes = new Set(rootFieldsOf(document).map(({ access }) => access?.scope ?? null))
  return scopes.size > 1 ? [...scopes].filter((scope) => scope !== 'any') : [...scopes]
}
