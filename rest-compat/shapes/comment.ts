import type { ResultOf } from 'gql.tada'
import type { components } from '../../openapi/types.ts'
import { graphql } from '../../src/lib/graphql-client/graphql.ts'
import { databaseIdOf } from '../../src/lib/graphql-client/node-id.ts'
import { lowerCase } from './lower-case.ts'
import { isoTimestamp } from '../../src/lib/graphql-client/timestamp.ts'

/** GraphQL fields of a comment for its documented JSON. */
export const COMMENT = graphql(/* GraphQL */ `
  fragment comment on Comment {
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

/** Converts a comment to its documented JSON (contract 3). */
export function presentComment(comment: ResultOf<typeof COMMENT>): components['schemas']['Comment'] {
  const { post, author } = comment
  return {
    id: comment.databaseId,
    comment_html: comment.bodyHtml,
    comment: comment.body,
    parent_id: comment.parentId === null ? null : databaseIdOf(comment.parentId),
    feature_request: { id: post.databaseId, url: post.url, title: post.title },
    pinned: comment.pinned,
    internal: comment.internal,
    approval_status: lowerCase(comment.approvalStatus),
    created_at: isoTimestamp(comment.createdAt),
    updated_at: isoTimestamp(comment.updatedAt),
    author: author ? presentAuthor(author) : deletedAuthor(post.url),
  }
}

type Author = components['schemas']['Comment']['author']

const presentAuthor = (author: NonNullable<ResultOf<typeof COMMENT>['author']>): Author => ({
  id: author.databaseId,
  name: author.name,
  profile_picture: { url: author.avatarUrl },
  url: author.url,
  role: author.role === null ? 'customer' : lowerCase(author.role),
})

/** Author of a deleted comment, who is anonymous. The URL is the portal of its post. */
const deletedAuthor = (postUrl: string): Author => ({
  id: 0,
  name: 'Deleted',
  profile_picture: { url: null },
  url: postUrl.slice(0, postUrl.lastIndexOf('/p/')),
  role: 'customer',
})
