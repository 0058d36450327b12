import type { ResultOf } from 'gql.tada'
import { graphql } from '../../lib/graphql-client/graphql.ts'
import { USER_ERROR } from '../../lib/graphql-client/payload.ts'
import { isoTimestamp, isoTimestampOrNull } from '../../lib/graphql-client/timestamp.ts'
import { cutText } from '../../lib/text/shown-text.ts'
import { list, output, text, textOrNull } from '../schemas.ts'
import { IN_LIST } from './post.ts'

/** GraphQL fields of a changelog entry in a result. */
export const CHANGELOG = graphql(/* GraphQL */ `
  fragment changelog on Changelog {
    id
    title
    descriptionMarkdown
    url
    state
    locale
    labels {
      name
    }
    publishedAt
    scheduledAt
    updatedAt
  }
`)

/** Changes an entry. */
export const UPDATE_CHANGELOG = graphql(
  /* GraphQL */ `
    mutation ($input: UpdateChangelogInput!) {
      updateChangelog(input: $input) {
        changelog {
          ...changelog
        }
        errors {
          ...userError
        }
      }
    }
  `,
  [CHANGELOG, USER_ERROR],
)

/** Schema of a changelog entry in a result. */
export const changelog = output({
  id: text(),
  title: text(),
  text: text('Markdown.'),
  url: text(),
  state: text(),
  locale: text(),
  labels: list(text()),
  published_at: textOrNull(),
  scheduled_at: textOrNull(),
  updated_at: text(),
})

/** Presents a changelog entry with the first `max` characters of its text. */
export function presentChangelog(found: ResultOf<typeof CHANGELOG>, max = IN_LIST) {
  return {
    id: String(found.id),
    title: found.title,
    text: cutText(found.descriptionMarkdown, max),
    url: found.url,
    state: found.state,
    locale: found.locale,
    labels: found.labels.map(({ name }) => name),
    published_at: isoTimestampOrNull(found.publishedAt),
    scheduled_at: isoTimestampOrNull(found.scheduledAt),
    updated_at: isoTimestamp(found.updatedAt),
  }
}
