import type { ResultOf } from 'gql.tada'
import type { components } from '../../openapi/types.ts'
import { graphql } from '../../src/lib/graphql-client/graphql.ts'

/** GraphQL fields of a tag for its documented JSON. */
export const TAG = graphql(/* GraphQL */ `
  fragment tag on Tag {
    databaseId
    name
    color
  }
`)

/** Converts a tag to its documented JSON. */
export function presentTag({ databaseId, name, color }: ResultOf<typeof TAG>): components['schemas']['Tag'] {
  return { id: databaseId, name, color }
}
