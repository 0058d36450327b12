import type { Post } from '../../db/rows.ts'
import { readRows } from '../../db/lists/long-texts.ts'
import type { Db } from '../../db/database.ts'
import type { EventRow } from '../../events/event-row.ts'

/** Events that were read from the log together, and their posts. */
type ReplayPage = { postIds: number[]; posts?: { readAt: number; byId: Promise<Map<number, Post>> } }

/** Milliseconds for which the posts of a page are current. */
const CURRENT_MS = 1_000

const pages = new WeakMap<object, ReplayPage>()

/**
 * Stores that events were read from the log together, so that their posts are read together. Each event of a
 * replay runs in an operation of its own.
 */
export function rememberPage(events: readonly EventRow[]): void {
  const postIds = [...new Set(events.flatMap(({ postId }) => postId ?? []))]
  const page: ReplayPage = { postIds }
  for (const event of events) pages.set(event, page)
}

/**
 * Returns the current post of an event of a replay, at most a second old, or null if it is deleted. Reads the
 * posts of all events of its page in one statement. Undefined for an event that was not replayed.
 */
export async function findReplayedPost(
  { db, organizationId }: { db: Db; organizationId: number },
  event: { postId: number | null },
): Promise<Post | null | undefined> {
  const page = pages.get(event)
  if (!page || event.postId === null) return undefined
  if (!page.posts || performance.now() - page.posts.readAt > CURRENT_MS) {
    const byId = readRows<Post>(db, 'posts', organizationId, page.postIds).then(
      (posts) => new Map(posts.map((post) => [post.id, post])),
    )
    page.posts = { readAt: performance.now(), byId }
    // A failed read is not reused.
    byId.catch(() => delete page.posts)
  }
  return (await page.posts.byId).get(event.postId) ?? null
}
