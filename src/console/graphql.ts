import { initGraphQLTada } from 'gql.tada'
import type { introspection } from '../lib/graphql-client/schema-types.ts'

/** Types each document from the printed schema, `schema.graphql`. */
export const graphql = initGraphQLTada<{
  introspection: introspection
  scalars: {
    DateTime: string
    Date: string
    URL: string
    HTML: string
    BigInt: number
    EmailAddress: string
    JSON: unknown
    JSONObject: Record<string, unknown>
  }
}>()
export type { ResultOf } from 'gql.tada'
