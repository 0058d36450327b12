import type { NeutralRecord } from '../records.ts'
import type { Kind } from './plan.ts'
import type { NewRef } from './refs.ts'
import type { Step } from './step.ts'

/** Columns of a table by name, with their SQL types. */
export type Columns = Readonly<Record<string, string>>

/** How the rows of a kind are stored. */
export type Shape = {
  kind: Kind
  table: string
  /** Columns of a new row beside the organization. `id` is one of them. */
  columns: Columns
  /** Columns that follow from others. */
  derived?: Readonly<Record<string, readonly string[]>>
  /** Reads values of rows that are not columns of the table, such as tags. */
  extra?: (step: RowContext, ids: readonly number[]) => Promise<Map<number, Record<string, unknown>>>
}

/** Connection and organization of rows. */
export type RowContext = Pick<Step, 'db'> & { session: Pick<Step['session'], 'organizationId'> }

/** A record as a row. */
export type Draft<Item extends NeutralRecord = NeutralRecord> = {
  record: Item
  values: Readonly<Record<string, unknown>>
  /** Values that a later run takes over when they change there, under the names of columns, or of none. */
  tracked: Readonly<Record<string, unknown>>
  /** Row of the organization that the record is. It is not changed. */
  match?: number | undefined
  ref?: Pick<NewRef, 'parentId' | 'votesCount' | 'downvotesCount'> | undefined
  /** Hashed beside the tracked values: what else of the record makes it another one. */
  facts?: unknown
}

/** Result of a draft. `set` are the tracked values that an update takes over. */
export type Applied<Item extends NeutralRecord = NeutralRecord> = {
  draft: Draft<Item>
  id: number
  outcome: 'created' | 'updated' | 'unchanged' | 'kept'
  set: Readonly<Record<string, unknown>>
  /** Whether the record is seen for the first time and is a row of the organization. */
  isMatch?: boolean
}
