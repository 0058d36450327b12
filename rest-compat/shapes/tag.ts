import type { ResultOf } from 'gql.tada'
import type { components } from '../../openapi/types.ts'
import { graphql } from '../graphql.ts'

/** GraphQL fields of a tag for its documented JSON. */
export const TAG = graphql(/* GraphQL */ `
  fragment tag on Tag {
    id
    name
    color
  }
`)

/** Converts a tag to its documented JSON. */
export function presentTag({ id, name, color }: ResultOf<typeof TAG>): components['schemas']['tag'] {
  return { id: Number(id), name, color }
}
