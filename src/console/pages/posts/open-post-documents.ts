import { graphql, type ResultOf } from '../../graphql.ts'
import { POST_ROW } from './post-documents.ts'

/** The open post, without its lists. */
export const POST = graphql(
  `
    query Post($id: ID!) {
      post(by: { id: $id }) {
        id
        ...PostRow
        databaseId
        description
        descriptionHtml
        url
        bucket {
          id
          private
        }
        updatedAt
        submitter {
          id
          name
          email
        }
        mergedInto {
          id
          title
        }
        mergedPosts(first: 30, includePrivate: true) {
          nodes {
            id
            title
            votesCount
          }
          pageInfo {
            hasNextPage
          }
        }
      }
    }
  `,
  [POST_ROW],
)

export type OpenPost = NonNullable<ResultOf<typeof POST>['post']>

export const EDIT_POST = graphql(`
  mutation EditPost($input: UpdatePostInput!) {
    updatePost(input: $input) {
      post {
        id
        title
        description
        descriptionHtml
        preview
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

const COMMENT = graphql(`
  fragment PostComment on Comment @_unmask {
    id
    bodyHtml
    createdAt
    internal
    pinned
    official
    deleted
    approvalStatus
    parentId
    author {
      id
      name
      role
    }
  }
`)

export type PostComment = ResultOf<typeof COMMENT>

export const POST_COMMENTS = graphql(
  `
    query PostComments($id: ID!, $after: String) {
      post(by: { id: $id }) {
        id
        comments(first: 100, after: $after) {
          nodes {
            id
            ...PostComment
          }
          pageInfo {
            hasNextPage
            endCursor
          }
        }
      }
    }
  `,
  [COMMENT],
)

export const CREATE_COMMENT = graphql(
  `
    mutation CreateComment($input: CreateCommentInput!) {
      createComment(input: $input) {
        comment {
          id
          ...PostComment
        }
        post {
          id
          commentsCount
        }
        errors {
          field
          message
          problem
        }
      }
    }
  `,
  [COMMENT],
)

export const UPDATE_COMMENT = graphql(
  `
    mutation UpdateComment($input: UpdateCommentInput!) {
      updateComment(input: $input) {
        comment {
          id
          ...PostComment
        }
        post {
          id
          commentsCount
        }
        errors {
          field
          message
          problem
        }
      }
    }
  `,
  [COMMENT],
)

export const DELETE_COMMENT = graphql(`
  mutation DeleteComment($id: ID!) {
    deleteComment(input: { id: $id }) {
      deletedCommentId
      post {
        id
        commentsCount
      }
      errors {
        field
        message
        problem
      }
    }
  }
`)
