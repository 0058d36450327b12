import type { ResultOf } from 'gql.tada'
import type { components } from '../../openapi/types.ts'
import { graphql } from '../../src/lib/graphql-client/graphql.ts'
import { nodeId, nodeIds } from '../../src/lib/graphql-client/node-id.ts'
import { lowerCase } from './lower-case.ts'
import { upperCase } from './upper-case.ts'
import { isoTimestamp } from '../../src/lib/graphql-client/timestamp.ts'

/** GraphQL fields of a post without its number of votes and its tags. */
export const POST_CONTENT = graphql(/* GraphQL */ `
  fragment postContent on Post {
    databaseId
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
export function presentPost(post: ResultOf<typeof POST>): components['schemas']['Post'] {
  return {
    id: post.databaseId,
    slug: post.slug,
    title: post.title,
    preview: post.preview,
    description: post.description,
    description_html: post.descriptionHtml,
    status: post.status.name,
    url: post.url,
    approval_status: lowerCase(post.approvalStatus),
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

type PostInput = {
  description?: string | null
  bucket_id?: number | null
  tag_ids?: number[] | null
  state_id?: number | null
  /** Slug of a status. `state_id` takes precedence. */
  status?: string | null
  approval_status?: components['schemas']['ApprovalStatus'] | null
}

/** Converts the documented fields that a post is created or updated with, except the title. */
export function toPostInput(input: PostInput) {
  return {
    description: input.description,
    bucketId: input.bucket_id == null ? undefined : nodeId('bkt', input.bucket_id),
    tagIds: nodeIds('tag', input.tag_ids),
    status: statusOf(input),
    approvalStatus: upperCase(input.approval_status),
  }
}

function statusOf({ state_id, status }: PostInput) {
  if (state_id != null) return { id: nodeId('sts', state_id) }
  return status == null ? undefined : { slug: status }
}

/** REST names of the fields of `toPostInput`. */
export const POST_FIELDS = { 'status.id': 'state_id', 'status.slug': 'status', submitter: 'submitter_id' }
