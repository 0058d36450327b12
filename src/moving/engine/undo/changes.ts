import { sql } from 'kysely'
import { storeDocuments } from '../../../modules/search/store-documents.ts'
import { CHANGELOGS } from '../changelogs.ts'
import { COMMENTS } from '../comments.ts'
import { hashOf } from '../hashes.ts'
import type { Kind } from '../plan.ts'
import { PEOPLE } from '../people.ts'
import { POSTS } from '../post-shape.ts'
import { ROADMAPS } from '../roadmaps.ts'
import { readCurrent } from '../read-current.ts'
import type { Shape } from '../drafts.ts'
import { updateColumns } from '../store-rows.ts'
import { settleChanges, type Change, type Restored } from './changed-rows.ts'
import { restoreOrganization, restoreOwn } from './restored-settings.ts'
import { recount } from './recount.ts'
import type { RemainingReason, UndoStep } from './step.ts'
import { restoreVotes } from './vote-changes.ts'

const SHAPES = new Map<Kind, Shape>(
  [POSTS, COMMENTS, CHANGELOGS, ROADMAPS, PEOPLE].map((shape) => [shape.kind, shape]),
)

/** Restores rows that the run has updated, where a field still is as written. Lists the other fields. */
export async function restoreChanges(step: UndoStep, changes: readonly Change[]): Promise<void> {
  for (const kind of new Set(changes.map((change) => change.kind))) {
    const ofKind = changes.filter((change) => change.kind === kind)
    const shape = SHAPES.get(kind)
    if (shape) await restoreRows(step, shape, ofKind)
    else if (kind === 'organization') await restoreOrganization(step, ofKind)
    else if (kind === 'status' || kind === 'bucket') await restoreOwn(step, kind, ofKind)
    else if (kind === 'vote') await restoreVotes(step, ofKind)
    // The row of a tag or label never changes, only its reference.
    else
      await settleChanges(
        step,
        kind,
        ofKind.map((change) => ({ change, set: {}, stays: new Map() })),
      )
  }
}

async function restoreRows(step: UndoStep, shape: Shape, changes: readonly Change[]): Promise<void> {
  const { tx, undo } = step
  const { organizationId } = undo
  const rowContext = { db: tx, session: { organizationId } }
  await sql`select 1 from ${sql.table(shape.table)} where organization_id = ${organizationId}
    and id = any(${changes.map(({ id }) => id)}::int[]) order by id for update`.execute(tx)
  const current = await readCurrent(
    rowContext,
    shape,
    changes.map(({ id }) => id),
  )
  const isThere = await presentTargets(step, changes)
  const restored = changes.map((change): Restored => {
    const now = current.get(change.id)
    const stays = new Map<string, RemainingReason>()
    const set: Record<string, unknown> = {}
    for (const [field, hash] of Object.entries(now === undefined ? {} : change.written)) {
      if (hashOf(now?.[field]) !== hash) stays.set(field, 'edited')
      else if (!isThere(field, change.previous[field])) stays.set(field, 'gone')
      else for (const one of [field, ...(shape.derived?.[field] ?? [])]) set[one] = change.previous[one]
    }
    return { change, set, stays }
  })
  await updateColumns(
    rowContext,
    shape,
    restored.map(({ change, set }) => ({ id: change.id, set })),
  )
  if (shape.kind === 'post') await restorePosts(step, restored)
  await restoreDocuments(step, shape.kind, restored)
  await settleChanges(step, shape.kind, restored)
  if (shape.kind === 'post') await recount(step, current.keys())
  if (shape.kind === 'comment') await recount(step, postsOf(current))
}

const postsOf = (comments: ReadonlyMap<number, Record<string, unknown>>) =>
  [...comments.values()].flatMap(({ post_id }) => (typeof post_id === 'number' ? [post_id] : []))

/** Returns whether a bucket or status that a row had exists. */
async function presentTargets({ tx, undo }: UndoStep, changes: readonly Change[]) {
  const of = async (table: string, field: string) => {
    const ids = changes.flatMap(({ previous }) =>
      typeof previous[field] === 'number' ? [previous[field]] : [],
    )
    const { rows } = await sql<{ id: number }>`select id from ${sql.table(table)}
      where organization_id = ${undo.organizationId} and id = any(${ids}::int[]) order by id for key share`.execute(
      tx,
    )
    return new Set<unknown>(rows.map(({ id }) => id))
  }
  const present: Record<string, ReadonlySet<unknown>> = {
    bucket_id: await of('buckets', 'bucket_id'),
    status_id: await of('statuses', 'status_id'),
  }
  return (field: string, value: unknown) => present[field]?.has(value) ?? true
}

/** Restores the tags of posts, and whether they are private as their bucket. */
async function restorePosts({ tx, undo }: UndoStep, restored: readonly Restored[]): Promise<void> {
  const { organizationId } = undo
  const tagged = restored.filter(({ set }) => 'tag_ids' in set)
  const ids = tagged.map(({ change }) => change.id)
  const pairs = tagged.flatMap(({ change, set }) =>
    (set['tag_ids'] as number[]).map((tag) => ({ post: change.id, tag })),
  )
  await sql`delete from post_tags where organization_id = ${organizationId} and post_id = any(${ids}::int[])`.execute(
    tx,
  )
  await sql`insert into post_tags (organization_id, post_id, tag_id)
    select ${organizationId}::int, r.post, t.id from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as r(post int, tag int)
    join tags t on t.organization_id = ${organizationId} and t.id = r.tag`.execute(tx)
  const moved = restored.filter(({ set }) => 'bucket_id' in set).map(({ change }) => change.id)
  await sql`update posts p set private = b.private from buckets b
    where p.organization_id = ${organizationId} and p.id = any(${moved}::int[])
      and b.organization_id = ${organizationId} and b.id = p.bucket_id and p.private <> b.private`.execute(tx)
}

const SEARCHED = {
  post: sql`id, title, description as body from posts where`,
  changelog: sql`id, title, description as body from changelogs where`,
  comment: sql`id, '' as title, body from comments where deleted_at is null and`,
} as const

/** Columns that are searched. */
const SEARCHED_COLUMNS = ['title', 'description_html', 'body_html', 'tag_ids']

/** Stores the documents by which restored texts are found. */
async function restoreDocuments(
  { tx, undo }: UndoStep,
  kind: string,
  restored: readonly Restored[],
): Promise<void> {
  if (kind !== 'post' && kind !== 'changelog' && kind !== 'comment') return
  const ids = restored
    .filter(({ set }) => SEARCHED_COLUMNS.some((name) => name in set))
    .map(({ change }) => change.id)
  if (ids.length === 0) return
  const { rows } = await sql<{ id: number; title: string; body: string }>`select ${SEARCHED[kind]}
    organization_id = ${undo.organizationId} and id = any(${ids}::int[]) order by id`.execute(tx)
  await storeDocuments(tx, kind, undo.organizationId, rows)
}
