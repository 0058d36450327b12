import type { Changelog } from '../../db/rows.ts'
import { formatLongDate } from '../../lib/time/format-date.ts'

/**
 * Returns the fields of an entry whose changes are recorded, in the names and formats of the documented body
 * (contract 6).
 */
export function changelogEventFields(changelog: Changelog) {
  const { publishedAt, scheduledAt } = changelog
  return {
    title: changelog.title,
    preview: changelog.preview,
    description: changelog.descriptionHtml,
    description_markdown: changelog.descriptionMarkdown,
    locale: changelog.locale,
    published: publishedAt !== null,
    published_on: publishedAt && formatLongDate(publishedAt),
    scheduled_published_at: scheduledAt && scheduledAt.toISOString(),
  }
}
