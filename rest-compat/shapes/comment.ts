import type { ResultOf } from 'gql.tada'
import type { components } from '../../openapi/types.ts'
import { graphql } from '../graphql.ts'
import { lowerCase } from './letter-case.ts'
import { isoTimestamp } from './timestamp.ts'

/** GraphQL fields of a comment for its documented JSON. */
export const COMMENT = graphql(/* GraphQL */ `
  fragment comment on Comment {
    id
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
      id
      name
      avatarUrl
      url
      role
    }
  }
`)

/** Converts a comment to its documented JSON (contract 3). */
export function presentComment(comment: ResultOf<typeof COMMENT>): components['schemas']['comment'] {
  const { post, author } = comment
  return {
    id: Number(comment.id),
    comment_html: comment.bodyHtml,
    comment: comment.body,
    parent_id: comment.parentId === null ? null : Number(comment.parentId),
    feature_request: { id: post.databaseId, url: post.url, title: post.title },
    pinned: comment.pinned,
    internal: comment.internal,
    approval_status: lowerCase(comment.approvalStatus),
    created_at: isoTimestamp(comment.createdAt),
    updated_at: isoTimestamp(comment.updatedAt),
    author: {
      id: Number(author.id),
      name: author.name,
      profile_picture: { url: author.avatarUrl },
      url: author.url,
      role: author.role ?? 'customer',
    },
  }
}
