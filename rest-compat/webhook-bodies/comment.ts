import type { ResultOf } from 'gql.tada'
import { graphql } from '../../src/lib/graphql-client/graphql.ts'
import { presentComment } from '../shapes/comment.ts'

/** GraphQL fields of the snapshot of a comment for the body of its events. */
export const EVENT_COMMENT = graphql(/* GraphQL */ `
  fragment eventComment on CommentSnapshot {
    databaseId
    bodyHtml
    body
    parentId
    pinned
    internal
    approvalStatus
    createdAt
    updatedAt
    post {
      databaseId
      url
      title
    }
    author {
      databaseId
      name
      avatarUrl
      url
      role
    }
  }
`)

/** Converts a comment to the body of its events: `object` and the fields of contract 3. */
export function presentEventComment(comment: ResultOf<typeof EVENT_COMMENT>): object {
  const { id, ...fields } = presentComment(comment)
  return { id, object: 'comment', ...fields }
}
