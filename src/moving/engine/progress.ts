import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Progress, ProgressPhase, Run } from './read-run.ts'

/** Writes the progress of a run, at most twice a second, by another connection than that of the batches. */
export type ProgressWriter = {
  at: (phase: ProgressPhase, items: number) => Promise<void>
  /** Number of pictures of other addresses that were fetched, before the first batch. */
  pictures: (fetched: number) => Promise<void>
  /** Adds posts that were counted after the last batch. */
  finish: (posts: number) => Promise<void>
}

const PAUSE_MS = 500

/** Returns the writer of a run. The rate is that of this process. */
export function progressOf(db: Db, { organizationId, id, cursor, plan, counts }: Run): ProgressWriter {
  const startedAt = performance.now()
  let writtenAt = -Infinity
  let counted = 0
  const { post: posts = {} } = plan?.counts ?? counts
  const total = Math.max(plan?.items ?? 0, cursor)
  const write = async (progress: Progress) => {
    if (performance.now() - writtenAt < PAUSE_MS) return
    writtenAt = performance.now()
    await sql`update import_runs set progress = ${JSON.stringify(progress)}::jsonb
      where organization_id = ${organizationId} and id = ${id}`.execute(db)
  }
  return {
    at: async (phase, items) => {
      const rate = Math.round((items - cursor) / Math.max(0.001, (performance.now() - startedAt) / 1_000))
      const secondsLeft = rate === 0 ? null : Math.ceil(Math.max(0, total - items) / rate)
      await write({ phase, done: items, total: Math.max(total, items), rate, secondsLeft })
    },
    pictures: (fetched) =>
      write({ phase: 'pictures', done: fetched, total: fetched, rate: 0, secondsLeft: null }),
    finish: async (more) => {
      counted += more
      const ofPosts = Object.values(posts).reduce((sum, one) => sum + one, 0)
      await write({
        phase: 'counts',
        done: counted,
        total: Math.max(counted, ofPosts),
        rate: 0,
        secondsLeft: null,
      })
    },
  }
}
