import type { Db } from '../../db/database.ts'
import type { ImportState } from '../../db/generated/tables.ts'
import { CUSTOMERS_CSV } from '../../modules/customers/imports/customers-csv.ts'
import type { Phase } from '../phases.ts'
import type { SourceKind } from '../reader.ts'
import type { RunKey } from './context.ts'
import type { RunOptions } from './options.ts'
import type { Counts, Plan } from './plan.ts'

/** Part of a run or of an undo. */
export type ProgressPhase =
  | Phase
  | ('pictures' | 'counts')
  | ('translations' | 'roadmapPosts' | 'changes' | 'tags' | 'labels' | 'buckets' | 'statuses')

/** Progress of a run. `rate` is records a second. */
export type Progress = {
  phase: ProgressPhase
  done: number
  total: number
  rate: number
  secondsLeft: number | null
}

/** A run with all that an interface shows of it. */
export type Run = RunKey & {
  source: SourceKind
  sourceName: string | null
  state: ImportState
  reason: string | null
  options: RunOptions
  file: { name: string; bytes: number; sha256: string } | null
  plan: Plan | null
  counts: Counts
  cursor: number
  phase: string | null
  progress: Progress | null
  errorsCount: number
  /** User who started it. Null for the operator. */
  startedById: number | null
  /** User whose pictures and roadmaps the run writes. */
  writtenById: number
  owner: string | null
  leasedUntil: Date | null
  createdAt: Date
  plannedAt: Date | null
  startedAt: Date | null
  finishedAt: Date | null
  undoUntil: Date | null
}

/** Returns a run of a source, or null. */
export async function readRun(db: Db, organizationId: number, id: number): Promise<Run | null> {
  const row = await runRows(db, organizationId).where('id', '=', id).executeTakeFirst()
  return row ? toRun(row) : null
}

/** Query of the runs of an organization, without credentials. */
export const runRows = (db: Db, organizationId: number) =>
  db
    .selectFrom('importRuns')
    .select([
      ...(['organizationId', 'id', 'source', 'sourceName', 'state', 'reason', 'options', 'plan'] as const),
      ...(['fileName', 'fileBytes', 'fileSha256', 'counts', 'cursor', 'phase', 'progress'] as const),
      ...(['errorsCount', 'actorUserId', 'createdById', 'owner', 'leasedUntil', 'createdAt'] as const),
      ...(['plannedAt', 'startedAt', 'finishedAt', 'undoUntil'] as const),
    ])
    .where('organizationId', '=', organizationId)
    .where('source', '<>', CUSTOMERS_CSV)

type RunRow = Awaited<ReturnType<ReturnType<typeof runRows>['executeTakeFirstOrThrow']>>

/** Converts a row of `runRows`. */
export function toRun(row: RunRow): Run {
  const { fileName, fileBytes, fileSha256, actorUserId, createdById, ...rest } = row
  const file =
    fileName === null || fileSha256 === null
      ? null
      : { name: fileName, bytes: Number(fileBytes), sha256: fileSha256 }
  return { ...(rest as unknown as Run), file, startedById: actorUserId, writtenById: createdById }
}
