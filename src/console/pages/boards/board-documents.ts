import { graphql, type ResultOf } from '../../graphql.ts'

const BUCKET = graphql(`
  fragment BucketFields on Bucket @_unmask {
    id
    name
    slug
    description
    private
    requiresModeration
    postsCount
    updatedAt
  }
`)

/** Boards in their order. */
export const BUCKETS = graphql(
  `
    query Boards($after: String) {
      buckets(first: 50, after: $after) {
        nodes {
          id
          ...BucketFields
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  `,
  [BUCKET],
)

/** Returns the list in the result of `BUCKETS`. */
export const selectBoards = ({ buckets }: ResultOf<typeof BUCKETS>) => buckets

/** A board as its row shows it. */
export type Bucket = ResultOf<typeof BUCKETS>['buckets']['nodes'][number]

export const CREATE_BUCKET = graphql(
  `
    mutation CreateBoard($input: CreateBucketInput!) {
      createBucket(input: $input) {
        bucket {
          id
          ...BucketFields
        }
        errors {
          field
          message
          problem
        }
      }
    }
  `,
  [BUCKET],
)

export const UPDATE_BUCKET = graphql(
  `
    mutation UpdateBoard($input: UpdateBucketInput!) {
      updateBucket(input: $input) {
        bucket {
          id
          ...BucketFields
        }
        errors {
          field
          message
          problem
        }
      }
    }
  `,
  [BUCKET],
)

export const MOVE_BUCKET = graphql(`
  mutation MoveBoard($input: MoveBucketInput!) {
    moveBucket(input: $input) {
      bucket {
        id
      }
      errors {
        field
        message
        problem
      }
    }
  }
`)

export const DELETE_BUCKET = graphql(`
  mutation DeleteBoard($input: DeleteBucketInput!) {
    deleteBucket(input: $input) {
      deletedBucketId
      errors {
        field
        message
        problem
      }
    }
  }
`)
