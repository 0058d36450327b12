import { sql } from 'kysely'
import type { Kind } from '../plan.ts'
import type { ProgressPhase } from '../read-run.ts'
import type { Change } from './changed-rows.ts'
import { restoreChanges } from './changes.ts'
import { undoComments } from './comments.ts'
import { undoOriginals, undoRoadmaps, undoTranslations } from './entries.ts'
import { undoMerges } from './merges.ts'
import { undoRoadmapPosts, undoSubscriptions, undoVotes } from './pairs.ts'
import { undoPosts } from './posts.ts'
import { undoPeople, undoSettings } from './settings.ts'
import { keep, removeRefs, type UndoRef, type UndoStep } from './step.ts'
import { undoUploads } from './uploads.ts'

/** Rows after a key. `keeps`: they stay, because the database refuses their deletion. */
type Request = { after: string; size: number; keeps: boolean }
/** Key of the last row, null if there is none, and number of rows. */
type Handled = { last: string | null; count: number }

/** A part of an undo. */
export type Part = { name: ProgressPhase; handle: (step: UndoStep, request: Request) => Promise<Handled> }

type UndoRefs = (step: UndoStep, refs: readonly UndoRef[]) => Promise<void>

/**
 * Returns the part that handles the references of a kind. Those of rows that were there before the run are removed.
 */
const ofRefs = (name: ProgressPhase, kind: Kind, undoRefs: UndoRefs): Part => ({
  name,
  handle: async (step, request) => {
    const refs = await nextRefs(step, kind, request)
    const own = refs.filter(({ created }) => created)
    await removeRefs(
      step,
      kind,
      refs.filter(({ created }) => !created),
    )
    if (request.keeps)
      await keep(
        step,
        kind,
        own.map(({ localId, secondId }) => ({ id: localId, second: secondId, reason: 'used' })),
      )
    else if (own.length > 0) await undoRefs(step, own)
    return { last: refs.at(-1)?.externalId ?? null, count: refs.length }
  },
})

async function nextRefs({ tx, undo }: UndoStep, kind: Kind, { after, size }: Request): Promise<UndoRef[]> {
  const { rows } =
    await sql<UndoRef>`select external_id, local_id, second_id, created, hash, written from external_refs
    where organization_id = ${undo.organizationId} and run_id > 0 and run_id = ${undo.runId} and kind = ${kind}
      and source_name = ${undo.sourceName} and external_id > ${after} order by external_id limit ${size}`.execute(
      tx,
    )
  return rows
}

/** Restores updated rows. */
const CHANGES: Part = {
  name: 'changes',
  handle: async (step, { after, size }) => {
    const { tx, undo } = step
    const [kind = '', id = 0, second = 0] =
      after === '' ? [] : (JSON.parse(after) as [string, number, number])
    const { rows } = await sql<Change>`select kind, local_id as id, second_id as second, previous, written
      from import_changes where organization_id = ${undo.organizationId} and run_id = ${undo.runId} and reason is null
        and (kind, local_id, second_id) > (${kind}, ${id}::int, ${second}::int)
      order by kind, local_id, second_id limit ${size}`.execute(tx)
    await restoreChanges(step, rows)
    const last = rows.at(-1)
    return { last: last ? JSON.stringify([last.kind, last.id, last.second]) : null, count: rows.length }
  },
}

/**
 * Removes the suppressions of the run that no report has confirmed, and the references to earlier sources that an
 * export had, but those of objects that stay.
 */
const OTHERS: Part = {
  name: 'others',
  handle: async ({ tx, undo }, { after, size }) => {
    const { organizationId, runId, sourceName } = undo
    if (after === '')
      await sql`delete from mail_suppressions
        where organization_id = ${organizationId} and import_run_id = ${runId}`.execute(tx)
    const last = after === '' ? ['', '', ''] : (JSON.parse(after) as string[])
    const { rows } = await sql<{ keys: [source: string, kind: string, id: string] }>`
      with earlier as (select source_name, kind, external_id, local_id from external_refs
        where organization_id = ${organizationId} and run_id > 0 and run_id = ${runId} and source_name <> ${sourceName}
          and (source_name, kind, external_id) > (${last[0]}::text, ${last[1]}::text, ${last[2]}::text)
        order by source_name, kind, external_id limit ${size}),
      removed as (delete from external_refs r using earlier e where r.organization_id = ${organizationId}
        and r.source_name = e.source_name and r.kind = e.kind and r.external_id = e.external_id
        and not exists (select 1 from import_changes c where c.organization_id = ${organizationId} and c.run_id = ${runId}
          and c.kind = e.kind and c.local_id = e.local_id and c.reason is not null))
      select json_build_array(source_name, kind, external_id) as keys from earlier
      order by source_name, kind, external_id`.execute(tx)
    const end = rows.at(-1)
    return { last: end ? JSON.stringify(end.keys) : null, count: rows.length }
  },
}

/** The parts of an undo in their order: each leaves to the next what nothing of the parts before uses. */
export const PARTS: readonly Part[] = [
  ofRefs('posts', 'post', undoPosts),
  ofRefs('merges', 'merge', undoMerges),
  ofRefs('translations', 'changelog', undoTranslations),
  ofRefs('changelogs', 'changelog', undoOriginals),
  ofRefs('roadmaps', 'roadmap', undoRoadmaps),
  ofRefs('roadmapPosts', 'roadmapPost', undoRoadmapPosts),
  ofRefs('votes', 'vote', undoVotes),
  ofRefs('comments', 'comment', undoComments),
  ofRefs('subscriptions', 'subscription', undoSubscriptions),
  CHANGES,
  ofRefs('pictures', 'upload', undoUploads),
  ofRefs('people', 'person', undoPeople),
  ofRefs('tags', 'tag', undoSettings('tag')),
  ofRefs('labels', 'label', undoSettings('label')),
  ofRefs('buckets', 'bucket', undoSettings('bucket')),
  ofRefs('statuses', 'status', undoSettings('status')),
  OTHERS,
]
