import { graphql, type ResultOf } from '../../graphql.ts'

/** Tags by name. */
export const TAGS = graphql(`
  query Tags($after: String) {
    tags(first: 50, after: $after) {
      nodes {
        id
        name
        color
        updatedAt
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`)

/** Numbers of the posts of the same pages, in a query of its own: counting never delays the list. */
export const TAG_COUNTS = graphql(`
  query TagCounts($after: String) {
    tags(first: 50, after: $after) {
      nodes {
        id
        posts(first: 1, filter: { includePrivate: true }) {
          totalCount
          totalCountIsExact
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`)

/** A tag as its row shows it. */
export type Tag = ResultOf<typeof TAGS>['tags']['nodes'][number]

export const CREATE_TAG = graphql(`
  mutation CreateTag($input: CreateTagInput!) {
    createTag(input: $input) {
      tag {
        id
        name
        color
        updatedAt
      }
      errors {
        field
        message
        problem
      }
    }
  }
`)

export const UPDATE_TAG = graphql(`
  mutation UpdateTag($input: UpdateTagInput!) {
    updateTag(input: $input) {
      tag {
        id
        name
        color
        updatedAt
      }
      errors {
        field
        message
        problem
      }
    }
  }
`)

export const DELETE_TAG = graphql(`
  mutation DeleteTag($id: ID!) {
    deleteTag(input: { id: $id }) {
      deletedTagId
      errors {
        field
        message
        problem
      }
    }
  }
`)
