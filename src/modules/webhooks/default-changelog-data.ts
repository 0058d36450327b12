import { formatLongDate } from '../../lib/time/format-date.ts'

type EmbeddedPostData = {
  id: string
  slug: string
  title: string
  preview: string
  description: string
  descriptionHtml: string
  url: string
  approvalStatus: string
  downvotesCount: number
  commentsCount: number
  createdAt: Date
  updatedAt: Date
  submitter: { name: string }
  bucket: { id: string; name: string }
  status: { name: string; slug: string; color: string; kind: string; percentage: number }
}

/** A changelog as selected by its built-in document. */
export type ChangelogData = {
  id: string
  title: string
  preview: string
  descriptionHtml: string
  descriptionMarkdown: string
  locale: string
  url: string
  publishedAt: Date | null
  scheduledAt: Date | null
  author: { name: string }
  labels: { id: string; name: string; color: string }[]
  posts: EmbeddedPostData[]
  translations: { id: string; title: string; locale: string; state: string }[]
}

/** Returns a changelog of a webhook's body: `object` and the fields of contract 3. */
export function presentChangelogData(changelog: ChangelogData): object {
  return {
    id: Number(changelog.id),
    object: 'changelog',
    title: changelog.title,
    preview: changelog.preview,
    description: changelog.descriptionHtml,
    description_markdown: changelog.descriptionMarkdown,
    locale: changelog.locale,
    url: changelog.url,
    published: changelog.publishedAt !== null,
    published_on: changelog.publishedAt && formatLongDate(new Date(changelog.publishedAt)),
    scheduled_published_at: changelog.scheduledAt && isoTime(changelog.scheduledAt),
    author: { name: changelog.author.name },
    labels: changelog.labels.map(({ id, name, color }) => ({ id: Number(id), name, color })),
    feature_requests: changelog.posts.map(presentEmbeddedPost),
    other_languages: changelog.translations.map(({ id, title, locale, state }) => ({
      id: Number(id),
      title,
      locale,
      status: state,
    })),
  }
}

function presentEmbeddedPost(post: EmbeddedPostData): object {
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
    downvotes_count: post.downvotesCount,
    comments_count: post.commentsCount,
    created_at: isoTime(post.createdAt),
    updated_at: isoTime(post.updatedAt),
    custom_status: {
      title: post.status.name,
      value: post.status.slug,
      color: post.status.color,
      status: post.status.kind,
      percentage: post.status.percentage,
    },
  }
}

const isoTime = (moment: Date) => new Date(moment).toISOString()
