import { changelogs, type DemoChangelog } from './content.ts'
import { DAY_MS, daysBefore } from './dates.ts'

/** An entry in one language. A translation follows its original. */
export type PlannedEntry = {
  content: DemoChangelog
  locale: string
  title: string
  html: string
  original: PlannedEntry | null
  createdAt: Date
  updatedAt: Date
  publishedAt: Date | null
  scheduledAt: Date | null
}

const DAYS_OF_WRITING = 2

/** Plans all entries of the demo's changelog relative to `now`. */
export function planChangelogs(now: Date): PlannedEntry[] {
  return changelogs.flatMap((content) => {
    const { title, html, state, days } = content
    // A scheduled entry is published on the hour.
    const at =
      state === 'scheduled'
        ? new Date(Math.ceil((now.getTime() - days * DAY_MS) / 3_600_000) * 3_600_000)
        : daysBefore(now, days, title)
    const written = state === 'published' ? new Date(at.getTime() - DAYS_OF_WRITING * DAY_MS) : at
    const createdAt = state === 'scheduled' ? daysBefore(now, 1, title) : written
    const dates = {
      createdAt,
      updatedAt: state === 'published' ? at : createdAt,
      publishedAt: state === 'published' ? at : null,
      scheduledAt: state === 'scheduled' ? at : null,
    }
    const original: PlannedEntry = { content, locale: 'en', title, html, original: null, ...dates }
    const translations = (content.translations ?? []).map((translation) => ({
      ...original,
      ...translation,
      original,
      publishedAt: translation.state === 'draft' ? null : dates.publishedAt,
    }))
    return [original, ...translations]
  })
}
