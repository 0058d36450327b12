import type { components } from '../../openapi/types.ts'
import { formatLongDate } from '../../src/lib/time/format-date.ts'
import { isoTimeOrNull, type Timestamp } from './timestamp.ts'
import { POST, presentPost, type PostData } from './post.ts'

/** What a changelog's documented JSON is made of. */
export const CHANGELOG = /* GraphQL */ `
  fragment changelog on Changelog {
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
    posts {
      ...post
    }
    translations {
      id
      title
      locale
      state
    }
  }
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

/** A changelog as the specification's 2.8 documents it; its posts carry all fields of 2.7. */
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
    scheduled_published_at: isoTimeOrNull(changelog.scheduledAt),
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

/** One changelog in a list of its own (specification 4.9, 4.10). */
export function presentChangelogAlone(changelog: ChangelogData): { changelogs: Documented[] } {
  return { changelogs: [presentChangelog(changelog)] }
}
