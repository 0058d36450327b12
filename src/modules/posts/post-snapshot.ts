import type { PostSnapshot } from './event-fields.ts'

/**
 * Converts the snapshot of an event to the post as it was right after the change, with its bucket, status and
 * tags (contract 6). The submitter is not part of the snapshot and is read later, so that the log does not
 * retain deleted people. Also converts rows selected with `PLACES`.
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

/** Returns a row with its dates parsed, which may be strings. */
export function revived<Row extends object>(row: Row): Row {
  const dates = Object.entries(row).filter(([name]) => name === 'createdAt' || name === 'updatedAt')
  return { ...row, ...Object.fromEntries(dates.map(([name, at]) => [name, new Date(at as string)])) }
}
