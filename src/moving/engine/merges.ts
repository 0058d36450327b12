import { sql } from 'kysely'
import type { Transaction } from '../../db/database.ts'
import { moveToParent } from '../../modules/posts/merging/move-to-parent.ts'
import type { MergeRecord } from '../records.ts'
import { findIds, findRefs, storeRefs } from './refs.ts'
import { count, dateOf, recordKey, leaveOut, type Step } from './step.ts'
import { storePrevious } from './store-rows.ts'

type Merge = { record: MergeRecord; child: number; parent: number }

/** Merges posts into the post that survives. A merge that an export of this service contains is restored as a row. */
export async function applyMerges(step: Step, records: readonly MergeRecord[]): Promise<void> {
  const merges = await resolveMerges(step, records)
  count(step.tally, 'merge', 'created', merges.length)
  if (!step.writes) {
    for (const { child } of merges) step.memory.stated.delete(child)
    return
  }
  const [restored, others] = [merges.filter(isRestored), merges.filter((merge) => !isRestored(merge))]
  await storeMerges(step, others)
  await restoreMerges(step, restored)
  const refs = merges.map(({ record, child, parent }) => ({
    ...{ externalId: record.externalId, localId: child, secondId: parent, created: true, hash: '' },
  }))
  await storeRefs(step, 'merge', refs)
}

const isRestored = ({ record }: Merge) => record.restored !== undefined

/** Returns the merges that are not stored yet. Those of missing or merged posts are left out. */
async function resolveMerges(step: Step, records: readonly MergeRecord[]): Promise<Merge[]> {
  const keys = records.map(({ externalId }) => externalId)
  const refs = await findRefs(step, 'merge', keys)
  const survivorOf = ({ child, parent, restored }: MergeRecord) =>
    restored ? parent : (step.session.survivors.get(child) ?? parent)
  const both = records.flatMap((record) => [record.child, survivorOf(record)])
  const posts = await findIds(step, 'post', both)
  const merged = await mergedIds(step, [...posts.values()])
  return records.flatMap((record): Merge[] => {
    const [child, parent] = [posts.get(record.child), posts.get(survivorOf(record))]
    if (refs.has(record.externalId)) {
      count(step.tally, 'merge', 'unchanged')
      return []
    }
    if (child === undefined || parent === undefined) {
      leaveOut(step, record, 'merge', 'One of its posts is missing.')
      return []
    }
    if (child === parent || merged.has(child) || (merged.has(parent) && !record.restored)) {
      leaveOut(step, record, 'merge', 'One of its posts is merged already.')
      return []
    }
    merged.add(child)
    return [{ record, child, parent }]
  })
}

async function mergedIds({ db, session }: Step, ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{
    id: number
  }>`select id from posts where organization_id = ${session.organizationId}
    and id = any(${ids}::int[]) and merged_into_id is not null`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Moves votes, subscriptions and comments as the verb does, with the date of the source. */
async function storeMerges(step: Step, merges: readonly Merge[]): Promise<void> {
  const { db, session } = step
  const children = new Map<number, Merge[]>()
  for (const merge of merges) children.set(merge.parent, [...(children.get(merge.parent) ?? []), merge])
  for (const [parentId, group] of children) {
    const childIds = group.map(({ child }) => child)
    const before = await updatedAtOf(step, childIds)
    await storePrevious(
      step,
      'merge',
      group.map(({ child }) => ({
        ...{ id: child, second: parentId, previous: { updated_at: before.get(child)?.toISOString() } },
      })),
    )
    await moveToParent(db as Transaction, session.organizationId, {
      parentId,
      childIds,
      mergedById: session.writtenById,
    })
    const dates = group.map(({ record, child }) => ({
      child,
      at: dateOf(step, record.createdAt) ?? session.plannedAt,
      updated: before.get(child),
    }))
    await sql`with dated as (
        select * from jsonb_to_recordset(${JSON.stringify(dates)}::jsonb) as r(child int, at timestamptz, updated timestamptz)
      ), posted as (
        update posts p set updated_at = greatest(dated.at, dated.updated) from dated
        where p.organization_id = ${session.organizationId} and p.id = dated.child)
      update post_merges m set created_at = dated.at from dated
      where m.organization_id = ${session.organizationId} and m.child_id = dated.child`.execute(db)
  }
}

async function updatedAtOf({ db, session }: Step, ids: readonly number[]): Promise<Map<number, Date>> {
  const { rows } = await sql<{ id: number; updatedAt: Date }>`select id, updated_at from posts
    where organization_id = ${session.organizationId} and id = any(${ids}::int[])`.execute(db)
  return new Map(rows.map(({ id, updatedAt }) => [id, updatedAt]))
}

/** Inserts the rows of an export of this service. Its votes and comments are with the parent already. */
async function restoreMerges(step: Step, merges: readonly Merge[]): Promise<void> {
  const { db, session, memory } = step
  for (const { record, child, parent } of merges) {
    const restored = record.restored
    if (!restored || memory.left.has(recordKey('post', record.child))) continue
    const people = await findIds(step, 'person', [
      restored.mergedBy,
      ...restored.voters,
      ...restored.subscribers,
      ...restored.mutes,
    ])
    const comments = await findIds(step, 'comment', restored.comments)
    const idsOf = (keys: readonly string[], ids: ReadonlyMap<string, number>) =>
      keys.flatMap((key) => ids.get(key) ?? [])
    await sql`insert into post_merges (organization_id, parent_id, child_id, merged_by_id, voter_ids, subscriber_ids,
        mute_ids, comment_ids, imported_votes, imported_downvotes, created_at)
      values (${session.organizationId}, ${parent}, ${child}, ${people.get(restored.mergedBy ?? '') ?? session.writtenById},
        ${idsOf(restored.voters, people)}::int[], ${idsOf(restored.subscribers, people)}::int[],
        ${idsOf(restored.mutes, people)}::int[], ${idsOf(restored.comments, comments)}::int[],
        ${restored.importedVotes}, ${restored.importedDownvotes}, ${dateOf(step, record.createdAt) ?? session.plannedAt}::timestamptz)
      on conflict do nothing`.execute(db)
    await sql`update posts set merged_into_id = ${parent}
      where organization_id = ${session.organizationId} and id = ${child}`.execute(db)
  }
}
