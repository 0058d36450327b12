import { graphql } from '../../lib/graphql-client/graphql.ts'
import { POST_ROW } from '../parts/post-row.ts'

const BOARDS = graphql(/* GraphQL */ `
  fragment BoardsOfSide on BucketConnection {
    nodes {
      slug
      name
      postsCount
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
`)

/** Boards and statuses beside a list. */
export const AROUND = graphql(
  /* GraphQL */ `
    query {
      buckets(first: 100) {
        ...BoardsOfSide
      }
      statuses {
        slug
        name
      }
    }
  `,
  [BOARDS],
)

/** Further boards beside a list. */
export const MORE_BOARDS = graphql(
  /* GraphQL */ `
    query ($after: String) {
      buckets(first: 100, after: $after) {
        ...BoardsOfSide
      }
    }
  `,
  [BOARDS],
)

/** A page of a list of posts. */
export const PAGE = graphql(
  /* GraphQL */ `
    fragment PageOfPosts on PostConnection {
      nodes {
        ...PostRow
      }
      pageInfo {
        hasNextPage
        hasPreviousPage
        startCursor
        endCursor
      }
    }
  `,
  [POST_ROW],
)

/** The posts of all boards. */
export const ALL = graphql(
  /* GraphQL */ `
    query (
      $filter: PostFilter
      $orderBy: PostOrder
      $first: Int
      $after: String
      $last: Int
      $before: String
    ) {
      posts(filter: $filter, orderBy: $orderBy, first: $first, after: $after, last: $last, before: $before) {
        ...PageOfPosts
      }
    }
  `,
  [PAGE],
)

/** The posts of one board. */
export const OF_BOARD = graphql(
  /* GraphQL */ `
    query (
      $slug: String!
      $filter: PostFilter
      $orderBy: PostOrder
      $first: Int
      $after: String
      $last: Int
      $before: String
    ) {
      bucket(by: { slug: $slug }) {
        name
        description
        posts(
          filter: $filter
          orderBy: $orderBy
          first: $first
          after: $after
          last: $last
          before: $before
        ) {
          ...PageOfPosts
        }
      }
    }
  `,
  [PAGE],
)
