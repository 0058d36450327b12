import type { GraphQLField } from 'graphql'
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
