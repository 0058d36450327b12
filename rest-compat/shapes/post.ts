import type { components } from '../../openapi/types.ts'
import { isoTimestamp, type Timestamp } from './timestamp.ts'

/** GraphQL fields of a post without its number of votes and its tags. */
export const POST_CONTENT = /* GraphQL */ `
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
      id
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
`

/** GraphQL fields of a post for its documented JSON. */
export const POST = /* GraphQL */ `
  fragment post on Post {
    ...postContent
    votesCount
    tags {
      id
      name
      color
    }
  }
  ${POST_CONTENT}
`

export type PostData = {
  id: string
  slug: string
  title: string
  preview: string
  description: string
  descriptionHtml: string
  url: string
  approvalStatus: 'pending' | 'approved'
  votesCount: number
  downvotesCount: number
  commentsCount: number
  createdAt: Timestamp
  updatedAt: Timestamp
  submitter: { name: string }
  bucket: { id: string; name: string }
  status: {
    name: string
    slug: string
    color: string
    kind: components['schemas']['custom-status']['status']
    percentage: number
  }
  tags: { id: string; name: string; color: string }[]
}

/** Converts a post to its documented JSON (contract 3). */
export function presentPost(post: PostData): components['schemas']['post'] {
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
    bucket: { id: Number(post.bucket.id), name: post.bucket.name },
    votes_count: post.votesCount,
    downvotes_count: post.downvotesCount,
    comments_count: post.commentsCount,
    created_at: isoTimestamp(post.createdAt),
    updated_at: isoTimestamp(post.updatedAt),
    tags: post.tags.map(({ id, name, color }) => ({ id: Number(id), name, color })),
    custom_status: {
      title: post.status.name,
      value: post.status.slug,
      color: post.status.color,
      status: post.status.kind,
      percentage: post.status.percentage,
    },
  }
}
