import { unprocessable } from '../../lib/errors.ts'

/** Publication of an entry. Undefined fields are unchanged. */
export type Publication = {
  /** True publishes it immediately, false makes it a draft. */
  published?: boolean | null | undefined
  /** Time of publication. Null cancels the schedule. */
  scheduledAt?: Date | null | undefined
}

type PublicationDates = { publishedAt: Date | null; scheduledAt: Date | null }

/**
 * Returns the publication dates of an entry after a request. `at` is the time of the database, which also
 * decides when schedules are due. Publishing a published entry has no effect; publishing clears a schedule. A
 * published entry can be scheduled only together with `published: false`.
 * @throws AppError UNPROCESSABLE for both at once, for a schedule of a published entry, for a time that is
 * not in the future
 */
export function nextPublicationDates(
  before: PublicationDates,
  { published, scheduledAt }: Publication,
  at: Date,
): PublicationDates {
  if (published && scheduledAt) throw unprocessable('scheduledAt', 'cannot be combined with published')
  if (scheduledAt && scheduledAt <= at) throw unprocessable('scheduledAt', 'must be in the future')
  if (published) return { publishedAt: before.publishedAt ?? at, scheduledAt: null }
  if (scheduledAt && before.publishedAt && published !== false)
    throw unprocessable('scheduledAt', 'cannot be set on a published changelog')
  return {
    publishedAt: published === false ? null : before.publishedAt,
    scheduledAt:
      scheduledAt !== undefined || published === false ? (scheduledAt ?? null) : before.scheduledAt,
  }
}
