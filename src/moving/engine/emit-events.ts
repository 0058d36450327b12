import type { Transaction } from '../../db/database.ts'
import { SYSTEM } from '../../events/actor.ts'
import { recordEvents } from '../../events/record.ts'
import { recordNewChangelog } from '../../modules/changelogs/record-changelog-events.ts'
import { readPostSnapshots } from '../../modules/posts/read-post-snapshots.ts'
import { postEvent } from '../../modules/posts/record-post-events.ts'
import type { Applied } from './drafts.ts'
import type { Step } from './step.ts'

/** Number of events of a statement. */
const PAGE = 200

/** Ids of new rows, if the option asks for their events. Rows that were here before have none. */
const emitted = ({ writes, session }: Step, applied: readonly Applied[]): number[] =>
  writes && session.options.emit === true
    ? applied
        .flatMap(({ id, outcome }) => (outcome === 'created' ? [id] : []))
        .sort((one, other) => one - other)
    : []

/** Records the creation of new posts, in the transaction of their batch, so that each is recorded once. */
export async function emitPosts(step: Step, applied: readonly Applied[]): Promise<void> {
  const ids = emitted(step, applied)
  const tx = step.db as Transaction
  for (let start = 0; start < ids.length; start += PAGE) {
    const posts = await readPostSnapshots(tx, step.session.organizationId, ids.slice(start, start + PAGE))
    await recordEvents(
      tx,
      posts.map((post) => postEvent(SYSTEM, 'post_created', post)),
    )
  }
}

/** Records the creation and publication of new entries of the changelog, in the transaction of their batch. */
export async function emitChangelogs(step: Step, applied: readonly Applied[]): Promise<void> {
  const ids = emitted(step, applied)
  if (ids.length === 0) return
  const tx = step.db as Transaction
  const rows = await tx
    .selectFrom('changelogs')
    .selectAll()
    .where('organizationId', '=', step.session.organizationId)
    .where('id', 'in', ids)
    .orderBy('id')
    .execute()
  for (const row of rows) await recordNewChangelog(tx, SYSTEM, row)
}
