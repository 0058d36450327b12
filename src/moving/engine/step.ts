import type { Db } from '../../db/database.ts'
import type { FieldProblem, Loss, OriginalRow } from '../items.ts'
import type { KeySet } from '../key-set.ts'
import type { Origin } from '../record-base.ts'
import type { NeutralRecord, RecordType } from '../records.ts'
import type { Survivors } from '../rules/copied-votes.ts'
import type { SourceFiles } from '../sources/source-files.ts'
import type { EngineContext } from './context.ts'
import type { Erasure } from './erased-people.ts'
import type { IdMap } from './id-map.ts'
import type { RunOptions } from './options.ts'
import type { Counts, Kind, Outcome, PlannedPeople, PlannedValue, Sample } from './plan.ts'
import type { World } from './world.ts'

/** Facts that stay the same during a plan or a run. */
export type Session = {
  context: EngineContext
  organizationId: number
  runId: number
  source: string
  sourceName: string
  options: RunOptions
  /** User whose pictures and roadmaps the run writes. */
  writtenById: number
  /** Moment of the plan as ISO 8601. It replaces dates that are missing or in the future. */
  plannedAt: string
  files: SourceFiles
  survivors: Survivors
  /** Whether a vote is the copy that a merge has made. */
  isCopy: (vote: { post: string; person: string; createdAt?: string | undefined }) => boolean
  /** Files of the pictures of the source by key. */
  pictures: ReadonlyMap<string, string>
  /** Whether pictures of the source that were at other addresses are stored here. */
  hasRemote: boolean
  /** Erased people, who are not stored again. Null if there are none. */
  erasure: Erasure | null
}

/** A record that is not imported. */
export type Refusal = {
  kind: RecordType
  externalId?: string | undefined
  origin: Origin
  problems: FieldProblem[]
  original?: OriginalRow | undefined
}

/** Results of the batches so far. A batch adds to one of its own, which is added to the run's after its commit. */
export type Tally = {
  counts: Counts
  refusals: Refusal[]
  losses: Map<string, Loss>
  people: PlannedPeople
  samples: Sample[]
  /** Number of errors of earlier batches of a plan. */
  errors?: number
}

/** Knowledge about the source that grows while it is read. */
export type Memory = {
  /** Keys of records that were read. */
  seen: KeySet
  /** Keys of records that are left out by a rule, so that references to them are left out too. */
  left: KeySet
  /** Ids that a plan gives to rows that a run would create. Undefined in a run, whose ids are in the database. */
  ids: IdMap | undefined
  /** Ids of rows of earlier batches that a run has looked up. Undefined in a plan. */
  foundIds: IdMap | undefined
  /** Number of rows that a plan has given an id. */
  virtual: number
  /** Votes of a plan by post and person. */
  pairs: KeySet
  /** Distinct voters of posts in a plan. */
  voters: Map<number, number>
  /** Numbers of votes that the source states, by post, in a plan. */
  stated: Map<number, number>
  /** Ids of the survivors of merged posts in a plan, by external id of the merged post. */
  survivorIds?: ReadonlyMap<string, number> | undefined
  /** Values of statuses, boards and tags. */
  values: Map<string, PlannedValue>
  /** Keys of pictures that a run has tried to store. Those without an upload cannot be. */
  tried: Set<string>
  duplicates: number
  /** Positions of the first records whose key occurs twice. */
  doubles: Origin[]
}

/** A batch of records in its transaction. */
export type Step = {
  db: Db
  /** False in a plan, whose transaction reads only. */
  writes: boolean
  session: Session
  memory: Memory
  world: World
  tally: Tally
}

/** A tally without results. */
export const emptyTally = (): Tally => ({
  counts: {},
  refusals: [],
  losses: new Map(),
  people: { withEmail: 0, withoutEmail: 0, byName: 0, present: 0, erased: 0 },
  samples: [],
})

/** Key of a record in `seen` and `left`. */
export const recordKey = (kind: string, externalId: string): string => `${kind}\0${externalId}`

/** Counts outcomes of records. */
export function count({ counts }: Tally, kind: Kind, outcome: Outcome, by = 1): void {
  if (by === 0) return
  const ofKind = (counts[kind] ??= {})
  ofKind[outcome] = (ofKind[outcome] ?? 0) + by
}

/** Counts a loss. */
export function lose({ losses }: Tally, { what, reason, count: by }: Loss): void {
  const key = `${what}\0${reason}`
  const before = losses.get(key)
  losses.set(key, { what, reason, count: (before?.count ?? 0) + by })
}

/** Records a record that is not imported. */
export function refuse(
  { tally }: Step,
  record: NeutralRecord,
  kind: Kind,
  ...problems: FieldProblem[]
): void {
  count(tally, kind, 'failed')
  const { externalId, origin } = record
  tally.refusals.push({ kind: record.type, externalId, origin, problems })
}

/** Leaves a record out by a rule. References to it are left out too. */
export function leaveOut({ tally, memory }: Step, record: NeutralRecord, kind: Kind, reason: string): void {
  count(tally, kind, 'skipped')
  memory.left.add(recordKey(record.type, record.externalId))
  lose(tally, { what: kind, reason, count: 1 })
}

const MAX_SHOWN = 200

/** A problem of a field. The value is cut. */
export const problem = (field: string, value: string, reason: string): FieldProblem => ({
  field,
  value: value.slice(0, MAX_SHOWN).toWellFormed(),
  reason,
})

/** Returns a date of a record. One in the future is the moment of the plan, and is counted. */
export function dateOf({ session, tally }: Step, date: string | undefined): string | undefined {
  if (date === undefined || date <= session.plannedAt) return date
  lose(tally, { what: 'dates in the future', count: 1, reason: 'They are set to the time of the plan.' })
  return session.plannedAt
}
