import type { ReaderItem } from '../items.ts'
import { PHASE_OF, type Phase } from '../phases.ts'
import type { NeutralRecord } from '../records.ts'
import { recordKey, type Memory } from './step.ts'

/** Consecutive items of one phase. `end` is the number of items of the source up to its last one. */
export type Batch = { phase: Phase; items: BatchItem[]; end: number }

/** An item, and whether an earlier record has its key. */
export type BatchItem = ReaderItem & { isDouble: boolean }

/** Maximum numbers of items of a batch. Votes and subscriptions are small, and many. */
const SIZE = 1_000
const SIZES: Partial<Record<Phase, number>> = { votes: 4_000, subscriptions: 4_000 }
/** Length of the texts of a batch that ends it. A record has at most 1 MiB. */
const MAX_TEXT = 2 ** 21

/**
 * Groups the items of a source after a cursor. Items before it are remembered, so that references to them resolve.
 * Those of a batch that are left out are remembered when it is applied, because batches are read ahead. A batch of long
 * texts has fewer items, because it is converted in one transaction and held in memory.
 */
export async function* batchesOf(
  items: AsyncIterable<ReaderItem>,
  memory: Memory,
  { after = 0, size }: { after?: number; size?: number } = {},
): AsyncGenerator<Batch, void> {
  let index = 0
  let length = 0
  let batch = null as Batch | null
  for await (const item of items) {
    index += 1
    const isDouble =
      item.item === 'record' && !memory.seen.add(recordKey(item.record.type, item.record.externalId))
    if (index <= after) {
      rememberLeft(memory, item)
      continue
    }
    const phase: Phase = phaseOf(item) ?? batch?.phase ?? 'others'
    if (
      batch &&
      (batch.phase !== phase || batch.items.length >= (size ?? SIZES[phase] ?? SIZE) || length >= MAX_TEXT)
    ) {
      yield batch
      batch = null
    }
    if (!batch) length = 0
    length += textLength(item)
    batch ??= { phase, items: [], end: 0 }
    batch.items.push({ ...item, isDouble })
    batch.end = index
  }
  if (batch) yield batch
}

function textLength(item: ReaderItem): number {
  if (item.item !== 'record' || !('text' in item.record)) return 0
  return Object.values<string>(item.record.text).reduce((sum, text) => sum + text.length, 0)
}

function phaseOf(item: ReaderItem): Phase | null {
  if (item.item === 'record') return PHASE_OF[item.record.type]
  if (item.item === 'fault') return PHASE_OF[item.fault.type]
  return item.item === 'skip' ? PHASE_OF[item.skip.type] : null
}

/** Remembers an item that is left out, so that references to it are left out too. */
export function rememberLeft({ left }: Memory, item: ReaderItem): void {
  if (item.item === 'skip') left.add(recordKey(item.skip.type, item.skip.externalId))
}

/** Splits a batch into halves, so that a record that the database rejects is found. */
export function halves({ phase, items, end }: Batch): [Batch, Batch] {
  const middle = Math.floor(items.length / 2)
  const rest = items.length - middle
  return [
    { phase, items: items.slice(0, middle), end: end - rest },
    { phase, items: items.slice(middle), end },
  ]
}

/** The records of a type in a batch, each key once. */
export const recordsOf = <Type extends NeutralRecord['type']>(
  { items }: Batch,
  type: Type,
): Extract<NeutralRecord, { type: Type }>[] =>
  items.flatMap((item) =>
    item.item === 'record' && !item.isDouble && item.record.type === type
      ? [item.record as Extract<NeutralRecord, { type: Type }>]
      : [],
  )
