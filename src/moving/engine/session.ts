import { sql } from 'kysely'
import { SourceFault } from '../source-fault.ts'
import { KeySet } from '../key-set.ts'
import type { Phase } from '../phases.ts'
import type { ReadOptions, Reader } from '../reader.ts'
import { READERS } from '../readers.ts'
import type { MergeRecord, VoteRecord } from '../records.ts'
import { copiesOf, survivorsOf } from '../rules/copied-votes.ts'
import type { EngineContext, OpenedSource } from './context.ts'
import { readErasure } from './erased-people.ts'
import { IdMap } from './id-map.ts'
import type { Run } from './read-run.ts'
import { REMOTE } from './remote-pictures.ts'
import { recordKey, type Memory, type Session } from './step.ts'

/** A source that is being read. */
export type Opened = { reader: Reader; readOptions: ReadOptions; source: OpenedSource }

/** Returns the reader and its options of a run. */
export function openedOf(run: Run, source: OpenedSource): Opened {
  const { timezone, dateOrder, encoding, columns } = run.options
  // Webhooks are read to be counted as lost.
  const readOptions = { timezone, dateOrder, encoding, columns, webhooks: true, votes: source.votes }
  return { reader: READERS[run.source], readOptions, source }
}

/** Reads the items of a source from its beginning, or those of some phases. */
export const itemsOf = ({ reader, readOptions, source }: Opened, phases?: readonly Phase[]) =>
  reader.read(source.files, { ...readOptions, phases })

type Base = { context: EngineContext; run: Run; sourceName: string; plannedAt: string; opened: Opened }

/**
 * Reads what records before depend on: merges, the votes that they copy, and pictures. Lists of other records are not
 * read, and none if `isNeeded` is false.
 */
export async function prepareSession(
  { context, run, sourceName, plannedAt, opened }: Base,
  { isNeeded = true, signal }: { isNeeded?: boolean; signal?: AbortSignal | undefined } = {},
): Promise<Session> {
  const merges: MergeRecord[] = []
  const pictures = new Map<string, string>()
  if (isNeeded)
    for await (const item of itemsOf(opened, ['merges', 'uploads'])) {
      signal?.throwIfAborted()
      if (item.item !== 'record') continue
      if (item.record.type === 'merge' && !item.record.restored) merges.push(item.record)
      if (item.record.type === 'upload') pictures.set(item.record.key, item.record.file)
    }
  const survivors = survivorsOf(merges)
  const copied: VoteRecord[] = []
  if (survivors.size > 0)
    for await (const item of itemsOf(opened, ['votes']))
      if (item.item === 'record' && item.record.type === 'vote' && survivors.has(item.record.post))
        copied.push(item.record)
  return {
    erasure: await readErasure(context, run.organizationId),
    hasRemote: await hasRemote(context, run.organizationId, sourceName),
    ...{ context, sourceName, plannedAt, survivors, pictures },
    ...{ organizationId: run.organizationId, runId: run.id, source: run.source, options: run.options },
    ...{ writtenById: run.writtenById, files: opened.source.files, isCopy: copiesOf(survivors, copied) },
  }
}

/** Whether an earlier phase or run has stored pictures of other addresses. */
async function hasRemote(
  { db }: EngineContext,
  organizationId: number,
  sourceName: string,
): Promise<boolean> {
  const { rows } = await sql`select 1 from external_refs where organization_id = ${organizationId}
    and source_name = ${sourceName} and kind = 'upload' and external_id like ${`${REMOTE}%`} limit 1`.execute(
    db,
  )
  return rows.length > 0
}

/** Number of ids that a run remembers, which take 25 MB. */
const MAX_FOUND = 1_500_000

/** Returns the posts of a source that were deleted here, before the source is read. */
export async function newMemory(session: Session, { isPlan }: { isPlan: boolean }): Promise<Memory> {
  const memory: Memory = {
    ...{ seen: new KeySet(), left: new KeySet(), virtual: 0 },
    ...{ ids: isPlan ? new IdMap() : undefined, foundIds: isPlan ? undefined : new IdMap(MAX_FOUND) },
    ...{
      pairs: new KeySet(),
      voters: new Map(),
      stated: new Map(),
      values: new Map(),
      tried: new Set(),
      duplicates: 0,
      doubles: [],
    },
  }
  if (session.options.recreate === true) return memory
  const { rows } = await sql<{ externalId: string }>`select r.external_id from external_refs r
    where r.organization_id = ${session.organizationId} and r.source_name = ${session.sourceName} and r.kind = 'post'
      and not exists (select 1 from posts p where p.organization_id = r.organization_id and p.id = r.local_id)`.execute(
    session.context.db,
  )
  for (const { externalId } of rows) memory.left.add(recordKey('post', externalId))
  return memory
}

/** The sentence for a person about a fault of the source, or null for another error. */
export const faultOf = (error: unknown): string | null =>
  error instanceof SourceFault ? error.message : null
