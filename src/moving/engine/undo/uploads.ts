import { sql } from 'kysely'
import { keep, removeRefs, type UndoRef, type UndoStep } from './step.ts'

/** Deletes pictures of the run that no text names any more, and frees their bytes. */
export async function undoUploads(step: UndoStep, refs: readonly UndoRef[]): Promise<void> {
  const { tx, undo } = step
  const { organizationId } = undo
  const ids = refs.map(({ localId }) => localId)
  const used = await usedUploads(step, ids)
  await keep(
    step,
    'upload',
    [...used].map((id) => ({ id, reason: 'used' })),
  )
  const gone = refs.filter(({ localId }) => !used.has(localId))
  await sql`with deleted as (
      delete from uploads where organization_id = ${organizationId}
        and id = any(${gone.map(({ localId }) => localId)}::int[]) returning size),
    sum as (select coalesce(sum(size), 0) as bytes from deleted)
    update upload_usage set bytes = upload_usage.bytes - sum.bytes from sum
    where upload_usage.organization_id = ${organizationId}`.execute(tx)
  await sql`delete from upload_usage where organization_id = ${organizationId} and bytes = 0`.execute(tx)
  await removeRefs(step, 'upload', gone)
}

/** Columns with addresses of pictures. */
const TEXTS = [
  ['posts', 'description_html'],
  ['comments', 'body_html'],
  ['changelogs', 'description_html'],
  ['users', 'avatar_url'],
] as const

/** Returns which pictures a text or an avatar names. Each text of the organization is read once for a batch. */
async function usedUploads({ tx, undo }: UndoStep, ids: readonly number[]): Promise<Set<number>> {
  const { organizationId } = undo
  const texts = sql.join(
    TEXTS.map(
      ([table, column]) => sql`select ${sql.ref(column)} as text from ${sql.table(table)}
        where organization_id = ${organizationId} and ${sql.ref(column)} like '%/uploads/%'`,
    ),
    sql` union all `,
  )
  const { rows } = await sql<{ id: number }>`with named as (
      select distinct m[1] as key from (${texts} union all
        select avatar_url from organizations where id = ${organizationId}) texts,
        regexp_matches(texts.text, '/uploads/([A-Za-z0-9_-]{22})', 'g') m)
    select u.id from uploads u join named n on n.key = u.key
    where u.organization_id = ${organizationId} and u.id = any(${[...ids]}::int[])`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}
