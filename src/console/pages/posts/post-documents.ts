import { graphql, type ResultOf } from '../../graphql.ts'

/** A post as a row shows it. */
export const POST_ROW = graphql(`
  fragment PostRow on Post @_unmask {
    id
    title
    preview
    votesCount
    commentsCount
    createdAt
    approvalStatus
    hidden
    pinned
    status {
      id
      name
      color
    }
    bucket {
      id
      name
    }
    tags {
      id
      name
      color
    }
  }
`)

export type PostRow = ResultOf<typeof POST_ROW>

export const POSTS = graphql(
  `
    query Posts($filter: PostFilter!, $orderBy: PostOrder!, $after: String) {
      posts(first: 50, after: $after, filter: $filter, orderBy: $orderBy) {
        nodes {
          id
          ...PostRow
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  `,
  [POST_ROW],
)

/** Numbers of posts of the tabs. */
export const POST_COUNTS = graphql(`
  query PostCounts($open: PostFilter!) {
    open: posts(filter: $open) {
      totalCount
    }
    moderationCounts {
      pendingPosts
      pendingComments
    }
  }
`)

/** Values for the filters and the changes of posts. */
export const CHOICES = graphql(`
  query PostChoices {
    statuses {
      id
      name
      color
      kind
    }
    buckets(first: 100) {
      nodes {
        id
        name
        private
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
    tags(first: 100) {
      nodes {
        id
        name
        color
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`)

export type Choices = ResultOf<typeof CHOICES>

export const PEOPLE = graphql(`
  query PostPeople($search: String) {
    customers(first: 20, filter: { search: $search }) {
      nodes {
        id
        name
        email
      }
    }
  }
`)

export const UPDATE_POSTS = graphql(
  `
    mutation UpdatePosts($ids: [ID!]!, $changes: PostChangesInput!) {
      updatePosts(input: { ids: $ids, changes: $changes }) {
        results {
          post {
            id
            ...PostRow
          }
          errors {
            message
          }
        }
        errors {
          message
        }
      }
    }
  `,
  [POST_ROW],
)

export const DELETE_POST = graphql(`
  mutation DeletePost($id: ID!) {
    deletePost(input: { id: $id }) {
      deletedPostId
      errors {
        message
      }
    }
  }
`)

export const CREATE_POST = graphql(
  `
    mutation CreatePost($input: CreatePostInput!) {
      createPost(input: $input) {
        post {
          id
          ...PostRow
        }
        errors {
          field
          message
          problem
        }
      }
    }
  `,
  [POST_ROW],
)
