import type { Bucket } from '../../db/rows.ts'

/** A bucket as its events contain it. */
export type BucketSnapshot = Bucket

/** Converts the snapshot of an event to the bucket as it was right after the change (contract 6). */
export function toBucketSnapshot(snapshot: object): BucketSnapshot {
  const bucket = snapshot as BucketSnapshot
  return { ...bucket, createdAt: new Date(bucket.createdAt), updatedAt: new Date(bucket.updatedAt) }
}
