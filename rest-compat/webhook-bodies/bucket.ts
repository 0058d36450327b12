import type { ResultOf } from 'gql.tada'
import { graphql } from '../../src/lib/graphql-client/graphql.ts'

/** GraphQL fields of the snapshot of a bucket for the body of its events. */
export const EVENT_BUCKET = graphql(/* GraphQL */ `
  fragment eventBucket on BucketSnapshot {
    databaseId
    name
    slug
    description
    private
  }
`)

/** Converts a bucket to the body of its events: the fields of contract 3 without the count. */
export function presentEventBucket({ databaseId, ...fields }: ResultOf<typeof EVENT_BUCKET>): object {
  return { id: databaseId, object: 'bucket', ...fields }
}
