import type { ResultOf } from 'gql.tada'
import { graphql } from '../../lib/graphql-client/graphql.ts'
import { isoTimestamp } from '../../lib/graphql-client/timestamp.ts'
import { cutText } from '../../lib/text/shown-text.ts'
import { flag, output, text, textOrNull } from '../schemas.ts'
import { IN_LIST } from './post.ts'

/** GraphQL fields of a comment in a result. */
export const COMMENT = graphql(/* GraphQL */ `
  fragment comment on Comment {
    id
    body
    internal
    official
    approvalStatus
    createdAt
    updatedAt
    parentId
    author {
      name
    }
  }
`)

/** Schema of a comment in a result. */
export const comment = output({
  id: text(),
  text: text(),
  author: textOrNull(),
  internal: flag(),
  official: flag(),
  approval: text(),
  reply_to: textOrNull(),
  created_at: text(),
  updated_at: text(),
})

/** Presents a comment with the first `max` characters of its text. */
export function presentComment(found: ResultOf<typeof COMMENT>, max = IN_LIST) {
  return {
    id: String(found.id),
    text: cutText(found.body, max),
    author: found.author?.name ?? null,
    internal: found.internal,
    official: found.official,
    approval: found.approvalStatus,
    reply_to: found.parentId === null ? null : String(found.parentId),
    created_at: isoTimestamp(found.createdAt),
    updated_at: isoTimestamp(found.updatedAt),
  }
}
