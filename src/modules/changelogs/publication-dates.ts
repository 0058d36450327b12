import { unprocessable } from '../../lib/errors.ts'

/** When an entry is to be seen. Undefined stays as it is. */
export type Publication = {
  /** True publishes now, false takes back to a draft. */
  published?: boolean | null
  /** Publishes it then; null takes a schedule back. */
  scheduledAt?: Date | null
}

type PublicationDates = { publishedAt: Date | null; scheduledAt: Date | null }

/**
 * The moments of an entry after a request, at the moment `at` of the database's clock, by which schedules are due. Publishing what is published changes nothing;
 * publishing ends a schedule; what is published can be scheduled only by being taken back in the same request.
 * @throws AppError UNPROCESSABLE for both at once, for a schedule of what is published, for a time that is not in the future
 */
export function nextPublicationDates(
  before: PublicationDates,
  { published, scheduledAt }: Publication,
  at: Date,
): PublicationDates {
  if (published && scheduledAt) throw unprocessable('scheduledAt', 'cannot go together with published')
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
