import type { ResultOf } from 'gql.tada'
import type { components } from '../../openapi/types.ts'
import { formatLongDate } from '../../src/lib/time/format-date.ts'
import { graphql } from '../../src/lib/graphql-client/graphql.ts'
import { localeCode } from './locale.ts'
import { isoTimestampOrNull } from '../../src/lib/graphql-client/timestamp.ts'
import { POST, presentPost } from './post.ts'

/** GraphQL fields of a changelog without its posts. */
const CHANGELOG_ENTRY = graphql(/* GraphQL */ `
  fragment changelogEntry on Changelog {
    databaseId
    title
    preview
    descriptionHtml
    descriptionMarkdown
    locale
    url
    publishedAt
    scheduledAt
    author {
      name
    }
    labels {
      databaseId
      name
      color
    }
    translations {
      databaseId
      title
      locale
      state
    }
  }
`)

/** GraphQL fields of a changelog for its documented JSON. The operation declares the variable `includePrivate`. */
export const CHANGELOG = graphql(
  /* GraphQL */ `
    fragment changelog on Changelog {
      ...changelogEntry
      posts(includePrivate: $includePrivate) {
        ...post
      }
    }
  `,
  [CHANGELOG_ENTRY, POST],
)

type Documented = components['schemas']['Changelog']

/** Converts a changelog to its documented JSON (contract 3). */
export function presentChangelog(changelog: ResultOf<typeof CHANGELOG>): Documented {
  return {
    id: changelog.databaseId,
    title: changelog.title,
    preview: changelog.preview,
    description: changelog.descriptionHtml,
    description_markdown: changelog.descriptionMarkdown,
    locale: localeCode(changelog.locale),
    url: changelog.url,
    published: changelog.publishedAt !== null,
    published_on: changelog.publishedAt === null ? null : formatLongDate(new Date(changelog.publishedAt)),
    scheduled_published_at: isoTimestampOrNull(changelog.scheduledAt),
    author: { name: changelog.author.name },
    labels: changelog.labels.map(({ databaseId, name, color }) => ({ id: databaseId, name, color })),
    feature_requests: changelog.posts.map(presentPost),
    other_languages: changelog.translations.map(({ databaseId, title, locale, state }) => ({
      id: databaseId,
      title,
      locale: localeCode(locale),
      status: state.toLowerCase() as Lowercase<typeof state>,
    })),
  }
}

/** Converts a changelog to a list that contains only it. */
export function presentChangelogAlone(changelog: ResultOf<typeof CHANGELOG>): { changelogs: Documented[] } {
  return { changelogs: [presentChangelog(changelog)] }
}
