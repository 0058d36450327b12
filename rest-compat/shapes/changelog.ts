import type { components } from '../../openapi/types.ts'
import { formatLongDate } from '../../src/lib/time/format-date.ts'
import { isoTimestampOrNull, type Timestamp } from './timestamp.ts'
import { POST, presentPost, type PostData } from './post.ts'

/** GraphQL fields of a changelog without its posts. */
export const CHANGELOG_ENTRY = /* GraphQL */ `
  fragment changelogEntry on Changelog {
    id
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
      id
      name
      color
    }
    translations {
      id
      title
      locale
      state
    }
  }
`

/** GraphQL fields of a changelog for its documented JSON. */
export const CHANGELOG = /* GraphQL */ `
  fragment changelog on Changelog {
    ...changelogEntry
    posts {
      ...post
    }
  }
  ${CHANGELOG_ENTRY}
  ${POST}
`

type Documented = components['schemas']['changelog']

export type ChangelogData = {
  id: string
  title: string
  preview: string
  descriptionHtml: string
  descriptionMarkdown: string
  locale: Documented['locale']
  url: string
  publishedAt: Timestamp | null
  scheduledAt: Timestamp | null
  author: { name: string }
  labels: { id: string; name: string; color: string }[]
  posts: PostData[]
  translations: {
    id: string
    title: string
    locale: Documented['locale']
    state: 'draft' | 'scheduled' | 'published'
  }[]
}

/** Converts a changelog to its documented JSON (contract 3). */
export function presentChangelog(changelog: ChangelogData): Documented {
  return {
    id: Number(changelog.id),
    title: changelog.title,
    preview: changelog.preview,
    description: changelog.descriptionHtml,
    description_markdown: changelog.descriptionMarkdown,
    locale: changelog.locale,
    url: changelog.url,
    published: changelog.publishedAt !== null,
    published_on: changelog.publishedAt === null ? null : formatLongDate(new Date(changelog.publishedAt)),
    scheduled_published_at: isoTimestampOrNull(changelog.scheduledAt),
    author: { name: changelog.author.name },
    labels: changelog.labels.map(({ id, name, color }) => ({ id: Number(id), name, color })),
    feature_requests: changelog.posts.map(presentPost),
    other_languages: changelog.translations.map(({ id, title, locale, state }) => ({
      id: Number(id),
      title,
      locale,
      status: state,
    })),
  }
}

/** Converts a changelog to a list that contains only it. */
export function presentChangelogAlone(changelog: ChangelogData): { changelogs: Documented[] } {
  return { changelogs: [presentChangelog(changelog)] }
}
