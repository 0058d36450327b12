import type { Fault, Loss, ReaderItem, Skip } from './items.ts'
import { KeySet } from './key-set.ts'
import { PHASE_OF, PHASES, type Phase } from './phases.ts'
import type { NeutralRecord, RecordType } from './records.ts'
import type { Row } from './sources/row.ts'

/** Result of one row of a source: records of any phase, or the reason why there are none, and losses. */
export type Found = {
  records?: readonly NeutralRecord[]
  fault?: Fault
  skips?: readonly Skip[]
  losses?: readonly Loss[]
}

/** A list of a source. It is read once for each phase in `gives`. */
export type List = {
  /** Phases of the records that it gives. Faults and skips are read in the last of them. */
  gives: readonly [...Phase[], Phase]
  read: () => AsyncIterable<Found>
}

/** Phases of the items to read. Default all. */
type Selection = { phases?: readonly Phase[] | undefined }

/**
 * Reads lists in the order of the phases. A setting, person, roadmap or upload that several rows name is given once, as
 * the first row has it. Losses of the same kind are added up and come last. A list is read again only for phases of
 * which it has records, and for the last of its phases.
 */
export async function* inPhases(
  lists: readonly List[],
  { phases = PHASES }: Selection = {},
  losses: readonly Loss[] = [],
): AsyncGenerator<ReaderItem> {
  const totals = new Map<string, Loss>()
  const addLoss = (loss: Loss) => {
    const key = JSON.stringify([loss.what, loss.reason])
    totals.set(key, { ...loss, count: loss.count + (totals.get(key)?.count ?? 0) })
  }
  losses.forEach(addLoss)
  const given = new KeySet()
  const present = new Map<List, Set<Phase>>()
  for (const phase of phases) {
    for (const list of lists) {
      const { gives, read } = list
      const isMain = phase === gives.at(-1)
      if (!gives.includes(phase) || (!isMain && present.get(list)?.has(phase) === false)) continue
      const ofList = new Set<Phase>()
      for await (const found of read()) {
        for (const record of found.records ?? []) {
          ofList.add(PHASE_OF[record.type])
          if (PHASE_OF[record.type] !== phase) continue
          if (isShared(record) && !given.add(JSON.stringify([record.type, record.externalId]))) continue
          yield { item: 'record', record }
        }
        if (!isMain) continue
        if (found.fault) yield { item: 'fault', fault: found.fault }
        for (const skip of found.skips ?? []) yield { item: 'skip', skip }
        found.losses?.forEach(addLoss)
      }
      present.set(list, ofList)
    }
  }
  for (const loss of totals.values()) if (loss.count > 0) yield { item: 'loss', loss }
}

/** Records that several rows may name. */
const SHARED = new Set<RecordType>(['status', 'bucket', 'tag', 'label', 'person', 'roadmap', 'upload'])
const isShared = ({ type }: NeutralRecord) => SHARED.has(type)

/**
 * Converts rows. A row that has a problem before or after the conversion is a fault of the type, and gives nothing
 * else.
 */
export async function* convert<Item extends { row: Row }>(
  type: RecordType,
  rows: AsyncIterable<Item>,
  toFound: (row: Row, item: Item) => Found,
): AsyncGenerator<Found> {
  for await (const item of rows) {
    const { row } = item
    const found = row.problems.length > 0 ? {} : toFound(row, item)
    if (row.problems.length === 0) {
      yield found
      continue
    }
    const externalId = found.records?.find((record) => record.type === type)?.externalId
    yield { fault: { type, externalId, origin: row.origin, problems: row.problems, original: row.original } }
  }
}

/** Wraps rows for `convert`. */
export async function* plainRows(rows: AsyncIterable<Row>): AsyncGenerator<{ row: Row }> {
  for await (const row of rows) yield { row }
}

/** A loss of one, or of the given number. */
export const loss = (what: string, reason: string, count = 1): Loss => ({ what, count, reason })
