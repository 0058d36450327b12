import type { ResultOf } from 'gql.tada'
import { graphql } from '../../lib/graphql-client/graphql.ts'
import { isoTimestamp } from '../../lib/graphql-client/timestamp.ts'
import { cutText } from '../../lib/text/shown-text.ts'
import { integer, list, output, text } from '../schemas.ts'

/** GraphQL fields of a post in a result. */
export const POST = graphql(/* GraphQL */ `
  fragment post on Post {
    id
    title
    description
    url
    approvalStatus
    votesCount
    commentsCount
    createdAt
    updatedAt
    submitter {
      name
    }
    bucket {
      id
    }
    status {
      slug
    }
    tags {
      name
    }
  }
`)

const FIELDS = {
  id: text(),
  title: text(),
  text: text(),
  url: text(),
  status: text(),
  board: text(),
  tags: list(text()),
  author: text(),
  votes: integer(),
  comments: integer(),
  approval: text(),
  created_at: text(),
  updated_at: text(),
}

/** Schema of a post in a result. */
export const post = output(FIELDS)

/** Maximum number of characters of a text in a list, and of the text of one object. */
export const IN_LIST = 600
export const ALONE = 10_000

/** Presents a post with the first `max` characters of its text. */
export function presentPost(found: ResultOf<typeof POST>, max = IN_LIST) {
  return {
    id: String(found.id),
    title: found.title,
    text: cutText(found.description, max),
    url: found.url,
    status: found.status.slug,
    board: String(found.bucket.id),
    tags: found.tags.map(({ name }) => name),
    author: found.submitter.name,
    votes: found.votesCount,
    comments: found.commentsCount,
    approval: found.approvalStatus,
    created_at: isoTimestamp(found.createdAt),
    updated_at: isoTimestamp(found.updatedAt),
  }
}
