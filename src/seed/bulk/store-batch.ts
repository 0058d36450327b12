import type pg from 'pg'
import { copyRows } from '../copy-rows.ts'
import type { Batch } from './write-batch.ts'

const POSTS = `posts (organization_id, id, slug, title, description_html, description, preview, bucket_id, status_id,
  submitter_id, approval_status, private, hidden, votes_count, downvotes_count, comments_count, created_at, updated_at)`
const VOTES = 'votes (organization_id, post_id, user_id, direction, created_at)'
const SUBSCRIBERS = 'post_subscribers (organization_id, post_id, user_id, created_at)'
const TAGS = 'post_tags (organization_id, post_id, tag_id)'
const COMMENTS = `comments (organization_id, id, post_id, parent_id, author_id, body_html, body, internal,
  approval_status, created_at, updated_at)`

/** Stores a batch in one transaction. */
export function storeBatch(client: pg.PoolClient, batch: Batch): Promise<void> {
  return inClientTransaction(client, async () => {
    await copyRows(client, POSTS, batch.posts)
    await copyRows(client, VOTES, batch.votes)
    await copyRows(client, SUBSCRIBERS, batch.subscribers)
    await copyRows(client, TAGS, batch.tags)
    await copyRows(client, COMMENTS, batch.comments)
  })
}

/** Runs `work` in one transaction of the connection, with asynchronous commit. */
export async function inClientTransaction(client: pg.PoolClient, work: () => Promise<void>): Promise<void> {
  await client.query('begin')
  try {
    await client.query('set local synchronous_commit = off')
    await work()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}
