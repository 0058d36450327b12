import type { PostSnapshot } from './event-fields.ts'

/**
 * The post that an event's snapshot tells of, as it was right after the change: its row with its board, status and
 * tags (contract chapter 6, "The log"). Who submitted it is not in there and is read when it is shown, so that nobody
 * lives on in the log. Also reads what `PLACES` selects.
 */
export function toPostRow(snapshot: object): PostSnapshot {
  const post = snapshot as PostSnapshot
  return {
    ...revived(post),
    bucket: revived(post.bucket),
    status: revived(post.status),
    tags: post.tags.map(revived),
  }
}

/** A row whose dates may be texts, with dates. */
export function revived<Row extends object>(row: Row): Row {
  const dates = Object.entries(row).filter(([name]) => name === 'createdAt' || name === 'updatedAt')
  return { ...row, ...Object.fromEntries(dates.map(([name, at]) => [name, new Date(at as string)])) }
}
