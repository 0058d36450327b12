import type { ResultOf } from 'gql.tada'
import type { components } from '../../openapi/types.ts'
import { graphql } from '../graphql.ts'
import { lowerCase } from './lower-case.ts'
import { isoTimestamp } from './timestamp.ts'

/** GraphQL fields of a post without its number of votes and its tags. */
export const POST_CONTENT = graphql(/* GraphQL */ `
  fragment postContent on Post {
    id
    slug
    title
    preview
    description
    descriptionHtml
    url
    approvalStatus
    downvotesCount
    commentsCount
    createdAt
    updatedAt
    submitter {
      name
    }
    bucket {
      databaseId
      name
    }
    status {
      name
      slug
      color
      kind
      percentage
    }
  }
`)

/** GraphQL fields of a post for its documented JSON. */
export const POST = graphql(
  /* GraphQL */ `
    fragment post on Post {
      ...postContent
      votesCount
      tags {
        databaseId
        name
        color
      }
    }
  `,
  [POST_CONTENT],
)

/** Converts a post to its documented JSON (contract 3). */
export function presentPost(post: ResultOf<typeof POST>): components['schemas']['post'] {
  return {
    id: Number(post.id),
    slug: post.slug,
    title: post.title,
    preview: post.preview,
    description: post.description,
    description_html: post.descriptionHtml,
    status: post.status.name,
    url: post.url,
    approval_status: post.approvalStatus,
    submitter: { name: post.submitter.name },
    bucket: { id: post.bucket.databaseId, name: post.bucket.name },
    votes_count: post.votesCount,
    downvotes_count: post.downvotesCount,
    comments_count: post.commentsCount,
    created_at: isoTimestamp(post.createdAt),
    updated_at: isoTimestamp(post.updatedAt),
    tags: post.tags.map(({ databaseId, name, color }) => ({ id: databaseId, name, color })),
    custom_status: {
      title: post.status.name,
      value: post.status.slug,
      color: post.status.color,
      status: lowerCase(post.status.kind),
      percentage: post.status.percentage,
    },
  }
}
