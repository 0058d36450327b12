import { graphql, type ResultOf } from '../../graphql.ts'

const PERSON = graphql(`
  fragment Person on User @_unmask {
    id
    name
    email
    role
    customer {
      id
      blocked
    }
  }
`)

/** Posts that wait for approval, oldest first. */
export const PENDING_POSTS = graphql(
  `
    query PendingPosts($after: String) {
      posts(
        first: 30
        after: $after
        filter: { approvalStatus: PENDING, includePrivate: true }
        orderBy: { field: CREATED_AT, direction: ASC }
      ) {
        nodes {
          id
          title
          preview
          createdAt
          bucket {
            id
            name
          }
          submitter {
            id
            ...Person
          }
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  `,
  [PERSON],
)

/** Comments that wait for approval, oldest first. */
export const PENDING_COMMENTS = graphql(
  `
    query PendingComments($after: String) {
      comments(
        first: 30
        after: $after
        filter: { approvalStatus: PENDING, includePrivate: true }
        orderBy: { field: CREATED_AT, direction: ASC }
      ) {
        nodes {
          id
          bodyHtml
          createdAt
          post {
            id
            title
          }
          author {
            id
            ...Person
          }
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  `,
  [PERSON],
)

type Post = ResultOf<typeof PENDING_POSTS>['posts']['nodes'][number]
type Comment = ResultOf<typeof PENDING_COMMENTS>['comments']['nodes'][number]

/** An item of the queue. */
export type Item = ({ kind: 'post' } & Post) | ({ kind: 'comment' } & Comment)

/** Text of a post, which is read when the post is open. */
export const POST_TEXT = graphql(`
  query PendingPostText($id: ID!) {
    post(by: { id: $id }) {
      id
      descriptionHtml
    }
  }
`)

export const DECIDE_POST = graphql(`
  mutation DecidePost($id: ID!, $approvalStatus: ApprovalStatus, $hidden: Boolean) {
    updatePost(input: { id: $id, approvalStatus: $approvalStatus, hidden: $hidden }) {
      post {
        id
        approvalStatus
        hidden
      }
      errors {
        field
        message
        problem
      }
    }
  }
`)

export const DECIDE_COMMENT = graphql(`
  mutation DecideComment($id: ID!, $approvalStatus: ApprovalStatus, $internal: Boolean) {
    updateComment(input: { id: $id, approvalStatus: $approvalStatus, internal: $internal }) {
      comment {
        id
        approvalStatus
        internal
      }
      errors {
        field
        message
        problem
      }
    }
  }
`)

export const BLOCK = graphql(`
  mutation Block($id: ID!, $blocked: Boolean!) {
    updateCustomer(input: { customer: { id: $id }, blocked: $blocked }) {
      customer {
        id
        blocked
      }
      errors {
        field
        message
        problem
      }
    }
  }
`)
