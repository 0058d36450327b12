import { graphql } from '../../graphql.ts'

/** Oldest posts and comments that need approval, and how many there are. */
export const WAITING = graphql(`
  query Waiting {
    moderationCounts {
      pendingPosts
      pendingComments
    }
    posts(
      first: 3
      filter: { approvalStatus: PENDING, includePrivate: true }
      orderBy: { field: CREATED_AT, direction: ASC }
    ) {
      nodes {
        id
        title
        createdAt
      }
    }
    comments(
      first: 3
      filter: { approvalStatus: PENDING, includePrivate: true }
      orderBy: { field: CREATED_AT, direction: ASC }
    ) {
      nodes {
        id
        body
        createdAt
      }
    }
  }
`)

export const APPROVE_POST = graphql(`
  mutation ApprovePost($id: ID!) {
    updatePost(input: { id: $id, approvalStatus: APPROVED }) {
      post {
        id
        approvalStatus
      }
      errors {
        message
      }
    }
  }
`)

export const APPROVE_COMMENT = graphql(`
  mutation ApproveComment($id: ID!) {
    updateComment(input: { id: $id, approvalStatus: APPROVED }) {
      comment {
        id
        approvalStatus
      }
      errors {
        message
      }
    }
  }
`)
