import { sql } from 'kysely'
import { PEOPLE } from '../people.ts'
import type { Kind } from '../plan.ts'
import { keep, removeRefs, type Remaining, type UndoRef, type UndoStep } from './step.ts'
import { changedRows } from './touched-posts.ts'

type Used = readonly (readonly [table: string, column: string])[]

/** Columns that refer to people. A test compares it with the foreign keys of the database. */
export const USES_OF_PEOPLE: Used = [
  ['api_keys', 'creator_id'],
  ['audit_entries', 'actor_id'],
  ['changelog_subscribers', 'user_id'],
  ['changelogs', 'author_id'],
  ['comment_mentions', 'user_id'],
  ['comments', 'author_id'],
  ['erased_people', 'user_id'],
  ['export_runs', 'created_by_id'],
  ['export_runs', 'person_id'],
  ['import_runs', 'created_by_id'],
  ['invitations', 'invited_by_id'],
  ['notification_preferences', 'user_id'],
  ['oauth_installs', 'installed_by_id'],
  ['oauth_installs', 'user_id'],
  ['post_merges', 'merged_by_id'],
  ['post_mutes', 'user_id'],
  ['post_subscribers', 'user_id'],
  ['posts', 'submitter_id'],
  ['roadmaps', 'owner_id'],
  ['transfer_files', 'uploader_id'],
  ['uploads', 'uploader_id'],
  ['user_identities', 'user_id'],
  ['visitors', 'user_id'],
  ['votes', 'user_id'],
  ['webhooks', 'created_by_id'],
]

type Setting = { kind: Kind; table: string; uses: Used }

const SETTINGS = {
  tag: { kind: 'tag', table: 'tags', uses: [['post_tags', 'tag_id']] },
  label: { kind: 'label', table: 'changelog_labels', uses: [['changelog_label_entries', 'label_id']] },
  bucket: { kind: 'bucket', table: 'buckets', uses: [['posts', 'bucket_id']] },
  status: { kind: 'status', table: 'statuses', uses: [['posts', 'status_id']] },
} as const satisfies Record<string, Setting>

/** Deletes statuses, buckets, tags or labels of the run that nothing uses. */
export const undoSettings =
  (kind: keyof typeof SETTINGS) =>
  (step: UndoStep, refs: readonly UndoRef[]): Promise<void> =>
    undoUnused(step, SETTINGS[kind], refs, new Map())

type Person = { id: number; isChanged: boolean }

/** Deletes people of the run without changes that nothing uses. A person with an account stays. */
export async function undoPeople(step: UndoStep, refs: readonly UndoRef[]): Promise<void> {
  const { tx, undo } = step
  const { rows } = await sql<Person>`select id,
      updated_at > ${undo.plannedAt} or role is not null or account_id is not null as is_changed
    from users where organization_id = ${undo.organizationId}
      and id = any(${refs.map(({ localId }) => localId)}::int[])`.execute(tx)
  const changed = await changedRows(
    step,
    PEOPLE,
    refs.map(({ localId, written }) => ({ id: localId, written })),
  )
  const edited = rows.filter(({ id, isChanged }) => isChanged || changed.has(id))
  const reasons = new Map(edited.map(({ id }) => [id, 'edited' as const]))
  await undoUnused(step, { kind: 'person', table: 'users', uses: USES_OF_PEOPLE }, refs, reasons)
}

async function undoUnused(
  step: UndoStep,
  { kind, table, uses }: Setting,
  refs: readonly UndoRef[],
  reasons: ReadonlyMap<number, Remaining['reason']>,
): Promise<void> {
  const { tx, undo } = step
  const { organizationId, runId } = undo
  const ids = refs.map(({ localId }) => localId)
  await sql`select 1 from ${sql.table(table)} where organization_id = ${organizationId} and id = any(${ids}::int[])
    order by id for update`.execute(tx)
  const used = sql.join(
    uses.map(
      ([from, column]) => sql`exists (select 1 from ${sql.table(from)} u
        where u.organization_id = ${organizationId} and u.${sql.ref(column)} = t.id)`,
    ),
    sql` or `,
  )
  const { rows } = await sql<{ id: number; isUsed: boolean }>`select t.id, ${used}
      or exists (select 1 from external_refs r where r.organization_id = ${organizationId} and r.kind = ${kind}
        and r.local_id > 0 and r.local_id = t.id and r.run_id <> ${runId}) as is_used
    from ${sql.table(table)} t where t.organization_id = ${organizationId} and t.id = any(${ids}::int[])`.execute(
    tx,
  )
  const remaining = rows.flatMap(({ id, isUsed }): Remaining[] => {
    const reason = reasons.get(id) ?? (isUsed ? 'used' : undefined)
    return reason === undefined ? [] : [{ id, reason }]
  })
  await keep(step, kind, remaining)
  const kept = new Set(remaining.map(({ id }) => id))
  const gone = refs.filter(({ localId }) => !kept.has(localId))
  await sql`delete from ${sql.table(table)} where organization_id = ${organizationId}
    and id = any(${gone.map(({ localId }) => localId)}::int[])`.execute(tx)
  await removeRefs(step, kind, gone)
}
