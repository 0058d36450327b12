import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { readRun, type Progress, type ProgressPhase, type Run } from '../read-run.ts'

/** Counts handled rows, and writes the progress at most twice a second, by another connection than that of batches. */
export type UndoProgress = { add: (part: ProgressPhase, rows: number) => Promise<void> }

const PAUSE_MS = 500

/** Returns the progress of an undo from here to its end. */
export async function undoProgress(
  db: Db,
  { organizationId, id }: Run,
  onProgress: ((run: Run) => void) | undefined,
): Promise<UndoProgress> {
  const { rows } = await sql<{ total: number }>`select ((select count(*) from external_refs
      where organization_id = ${organizationId} and run_id > 0 and run_id = ${id})
    + (select count(*) from import_changes where organization_id = ${organizationId} and run_id = ${id}
      and reason is null))::int as total`.execute(db)
  const total = rows[0]?.total ?? 0
  const startedAt = performance.now()
  let writtenAt = -Infinity
  let done = 0
  return {
    add: async (phase, more) => {
      done += more
      if (performance.now() - writtenAt < PAUSE_MS) return
      writtenAt = performance.now()
      const rate = Math.round(done / Math.max(0.001, (performance.now() - startedAt) / 1_000))
      const secondsLeft = rate === 0 ? null : Math.ceil(Math.max(0, total - done) / rate)
      const progress: Progress = { phase, done, total: Math.max(total, done), rate, secondsLeft }
      await sql`update import_runs set progress = ${JSON.stringify(progress)}::jsonb
        where organization_id = ${organizationId} and id = ${id} and state = 'undoing'`.execute(db)
      const run = onProgress ? await readRun(db, organizationId, id) : null
      if (run) onProgress?.(run)
    },
  }
}
