import { SYSTEM } from '../../src/events/actor.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import type { Db } from '../../src/db/database.ts'
import { recordEvents, type RecordedEvent } from '../../src/events/record.ts'
import { createPost } from '../../src/modules/posts/create-post.ts'
import type { BenchOrganization } from './bench-organization.ts'

const DESCRIPTION =
  'When many people vote on the same wish, we would like to see who they are and since when they wait, so that we can answer all of them at once. '.repeat(
    3,
  )

/**
 * Creates a post by the organization's admin through the verb, including its event. Returns its id and the
 * time of the commit.
 */
export async function writePost(
  db: Db,
  { id, adminId }: BenchOrganization,
): Promise<{ id: number; at: number }> {
  const post = await inTransaction(db, (tx) => createPost(tx, id, postOf(adminId)))
  return { id: post.id, at: Date.now() }
}

/**
 * Records the creation of a post that is not stored: the event `post` with another id. Returns the time of
 * the commit.
 */
export async function recordPost(
  db: Db,
  post: RecordedEvent,
  id: number,
): Promise<{ id: number; at: number }> {
  const { organizationId, type, snapshot } = post
  await inTransaction(db, (tx) =>
    recordEvents(tx, [{ organizationId, actor: SYSTEM, type, subjectId: id, snapshot: { ...snapshot, id } }]),
  )
  return { id, at: Date.now() }
}

/** The event of an organization's newest post. */
export async function newestEvent(db: Db, organizationId: number): Promise<RecordedEvent> {
  const row = await db
    .selectFrom('events')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return row as RecordedEvent
}

/** The first id that no post has. */
export const FIRST_UNUSED = 1_000_000_000

/** Input of a post with a title, and thus a slug, that is almost certainly unique. */
export const postOf = (submitterId: number) => ({
  title: `A wish of ${Math.random().toString(36).slice(2)}`,
  description: DESCRIPTION,
  submitterId,
  actor: SYSTEM,
  privateBuckets: true,
})

/** Runs `act` `count` times, `atOnce` at a time. */
export async function repeatedly(count: number, atOnce: number, act: () => Promise<unknown>): Promise<void> {
  let left = count
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (left-- > 0) await act()
    }),
  )
}

/** Starts `act` at a constant rate, however long each call takes, and waits for all calls. */
export async function steadily<T>(perSecond: number, seconds: number, act: () => Promise<T>): Promise<T[]> {
  const started = performance.now()
  const total = Math.round(perSecond * seconds)
  const all: Promise<T>[] = []
  return new Promise((resolve, reject) => {
    const timer = setInterval(() => {
      const due = Math.min(total, Math.ceil(((performance.now() - started) / 1000) * perSecond))
      while (all.length < due) all.push(act())
      if (all.length < total) return
      clearInterval(timer)
      Promise.all(all).then(resolve, reject)
    }, 1)
  })
}
