import type { Origin } from './record-base.ts'
import type { NeutralRecord, RecordType } from './records.ts'

/** A field of a row that cannot be imported. `value` has at most 200 characters. */
export type FieldProblem = { field: string; value: string; reason: string }

/** A row of a CSV file as it was read, without secrets, for the file of errors. */
export type OriginalRow = { headings: readonly string[]; cells: readonly string[] }

/** An error of a record. The record is not imported, and the others are. */
export type Fault = {
  type: RecordType
  externalId?: string | undefined
  origin: Origin
  /** At least one. */
  problems: FieldProblem[]
  original?: OriginalRow | undefined
}

/** A record that is left out by a rule, such as a deleted post. References to it are left out too. */
export type Skip = { type: RecordType; externalId: string; origin: Origin; reason: string }

/** Content of a source that this service cannot keep, or that the source does not contain. */
export type Loss = { what: string; count: number; reason: string }

/** One item of the stream of a reader. Losses come last, one for each `what` and `reason`. */
export type ReaderItem =
  | { item: 'record'; record: NeutralRecord }
  | { item: 'fault'; fault: Fault }
  | { item: 'skip'; skip: Skip }
  | { item: 'loss'; loss: Loss }
