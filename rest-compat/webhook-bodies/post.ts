import type { ResultOf } from 'gql.tada'
import { graphql } from '../../src/lib/graphql-client/graphql.ts'
import { lowerCase } from '../shapes/lower-case.ts'
import { unixSeconds } from '../../src/lib/graphql-client/timestamp.ts'

/** GraphQL fields of the snapshot of a post for the body of its events. */
export const EVENT_POST = graphql(/* GraphQL */ `
  fragment eventPost on PostSnapshot {
    databaseId
    title
    description
    descriptionHtml
    slug
    url
    status {
      name
      slug
    }
    approvalStatus
    hidden
    pinned
    votesCount
    downvotesCount
    commentsCount
    createdAt
    updatedAt
    submitter {
      name
      email
    }
    bucket {
      databaseId
      slug
      name
    }
    tags {
      databaseId
      name
      color
    }
  }
`)

/** Converts a post to the body of its events (contract 6). */
export function presentEventPost(post: ResultOf<typeof EVENT_POST>): object {
  return {
    id: post.databaseId,
    object: 'post',
    title: post.title,
    description: post.description,
    description_html: post.descriptionHtml,
    slug: post.slug,
    url: post.url,
    status: { label: post.status.name, value: post.status.slug },
    approval_status: lowerCase(post.approvalStatus),
    hidden: post.hidden,
    pinned: post.pinned,
    upvotes_count: post.votesCount,
    downvotes_count: post.downvotesCount,
    comments_count: post.commentsCount,
    created_at: unixSeconds(post.createdAt),
    updated_at: unixSeconds(post.updatedAt),
    submitter: { name: post.submitter.name, email: post.submitter.email },
    bucket: { id: post.bucket.databaseId, slug: post.bucket.slug, display_name: post.bucket.name },
    tags: post.tags.map(({ databaseId, name, color }) => ({ id: databaseId, name, color })),
  }
}
