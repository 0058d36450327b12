import { sql } from 'kysely'
import type { Db, Transaction } from '../../db/database.ts'
import { inTransaction } from '../../db/transaction.ts'
import { recountPosts } from '../../modules/posts/merging/recount-posts.ts'
import type { Session } from './step.ts'

/** Links comments of a run to their parents on the same post, in one statement, and breaks cycles. */
export async function linkParents({
  context: { db },
  organizationId,
  runId,
  sourceName,
}: Session): Promise<void> {
  await inTransaction(db, async (tx) => {
    // Each step is materialized, because statistics of rows that were just inserted are missing.
    await sql`with wanted as materialized (
        select local_id, parent_id from external_refs
        where organization_id = ${organizationId} and run_id = ${runId} and run_id > 0 and kind = 'comment' and created
          and parent_id is not null),
      linked as materialized (
        select w.local_id as id, parent.local_id as parent_id from wanted w cross join lateral (
          select local_id from external_refs r where r.organization_id = ${organizationId}
            and r.source_name = ${sourceName} and r.kind = 'comment' and r.external_id = w.parent_id limit 1) parent
        where w.local_id <> parent.local_id),
      dated as materialized (
        select l.id, l.parent_id, p.post_id from linked l cross join lateral (
          select post_id from comments c where c.organization_id = ${organizationId} and c.id = l.parent_id limit 1) p)
      update comments c set parent_id = p.parent_id from dated p
      where c.organization_id = ${organizationId} and c.id = p.id and c.post_id = p.post_id
        and c.parent_id is null`.execute(tx)
    const broken = cyclesOf(await unrooted(tx, organizationId, runId))
    if (broken.length > 0)
      await sql`update comments set parent_id = null
        where organization_id = ${organizationId} and id = any(${broken}::int[])`.execute(tx)
  })
}

type Edge = { id: number; parentId: number }

/** Comments of a run from which no parent leads to the top level. */
async function unrooted(tx: Transaction, organizationId: number, runId: number): Promise<Edge[]> {
  const { rows } = await sql<Edge>`with recursive linked as materialized (
      select c.id, c.parent_id from external_refs r cross join lateral (
        select c.id, c.parent_id from comments c where c.organization_id = ${organizationId} and c.id = r.local_id limit 1) c
      where r.organization_id = ${organizationId} and r.run_id = ${runId} and r.run_id > 0 and r.kind = 'comment'
        and r.parent_id is not null and c.parent_id is not null),
    rooted as (
      select l.id from linked l where not exists (select 1 from linked p where p.id = l.parent_id)
      union all
      select l.id from linked l join rooted on l.parent_id = rooted.id)
    select l.id, l.parent_id from linked l where not exists (select 1 from rooted where rooted.id = l.id)`.execute(
    tx,
  )
  return rows
}

/** Returns the lowest id of each cycle. */
function cyclesOf(edges: readonly Edge[]): number[] {
  const parents = new Map(edges.map(({ id, parentId }) => [id, parentId]))
  const broken = new Set<number>()
  for (const { id } of edges) {
    const passed = new Set<number>()
    let next: number | undefined = id
    while (next !== undefined && !passed.has(next)) {
      passed.add(next)
      next = parents.get(next)
    }
    if (next === undefined) continue
    const cycle = [next]
    for (let at = parents.get(next); at !== undefined && at !== next; at = parents.get(at)) cycle.push(at)
    broken.add(Math.min(...cycle))
  }
  return [...broken]
}

const PAGE = 1_000

/**
 * Lets PostgreSQL read the statistics of the tables that are counted. Without them it takes an organization for an
 * empty one and reads all of its rows for each post. A role that does not own the tables leaves them to autovacuum.
 */
export async function readStatistics(db: Db): Promise<void> {
  await sql`analyze (skip_locked) posts, votes, comments, external_refs`.execute(db)
}

/** Computes counted votes and recounts votes and comments of all posts of the source, a page at a time. */
export async function countPosts(session: Session, onPage: (posts: number) => Promise<void>): Promise<void> {
  const { context, organizationId, sourceName } = session
  for (let after = ''; ;) {
    const { rows } = await sql<{
      externalId: string
      localId: number
    }>`select external_id, local_id from external_refs
      where organization_id = ${organizationId} and source_name = ${sourceName} and kind = 'post' and external_id > ${after}
      order by external_id limit ${PAGE}`.execute(context.db)
    const last = rows.at(-1)
    if (!last) return
    if (after === '' && rows.length === PAGE) await readStatistics(context.db)
    const ids = rows.map(({ localId }) => localId).sort((one, other) => one - other)
    await inTransaction(context.db, async (tx) => {
      // Votes and comments that are written at the same time wait for these locks.
      await sql`select id from posts where organization_id = ${organizationId} and id = any(${ids}::int[])
        order by id for update`.execute(tx)
      await countVotes(tx, session, ids)
      await recountPosts(tx, organizationId, ids)
    })
    await onPage(rows.length)
    after = last.externalId
  }
}

/**
 * Counted votes are those that the source states without naming a voter, on the post and on posts merged into it. An
 * export of this service states them as such. The name of the source is compared by no index, and rows are looked up
 * one by one, because without statistics all votes or posts of the source would be read for each post.
 */
export async function countVotes(
  tx: Transaction,
  { organizationId, sourceName }: Pick<Session, 'organizationId' | 'sourceName'>,
  ids: readonly number[],
): Promise<void> {
  await sql`with stated as (
      select r.local_id as id, r.votes_count, coalesce(r.downvotes_count, 0) as downvotes_count from external_refs r
      where r.organization_id = ${organizationId} and coalesce(r.source_name) = ${sourceName} and r.kind = 'post'
        and r.local_id = any(${ids}::int[]) and r.local_id > 0),
    merged as (
      select id, id as post_id from stated union all
      select p.parent_id, p.child_id from post_merges p
      where p.organization_id = ${organizationId} and p.parent_id = any(${ids}::int[])),
    named as (
      select m.id, count(distinct r.second_id) filter (where v.direction is distinct from 'down') as up,
        count(distinct r.second_id) filter (where v.direction = 'down') as down
      from merged m cross join lateral (
        select one.second_id from external_refs one where one.organization_id = ${organizationId} and one.kind = 'vote'
          and one.local_id = m.post_id and one.local_id > 0 and coalesce(one.source_name) = ${sourceName} offset 0) r
      left join lateral (
        select direction from votes one where one.organization_id = ${organizationId} and one.post_id = m.id
          and one.user_id = r.second_id offset 0) v on true
      group by m.id),
    counted as materialized (
      select s.id,
        greatest(0, s.votes_count - coalesce(n.up, 0)) as up, greatest(0, s.downvotes_count - coalesce(n.down, 0)) as down
      from stated s cross join lateral (
        select one.merged_into_id from posts one
        where one.organization_id = ${organizationId} and one.id = s.id offset 0) p
      left join named n on n.id = s.id
      where s.votes_count is not null and p.merged_into_id is null)
    update posts p set imported_votes = c.up, imported_downvotes = c.down
    from counted c where p.organization_id = ${organizationId} and p.id = any(${ids}::int[]) and p.id = c.id
      and (p.imported_votes, p.imported_downvotes) is distinct from (c.up, c.down)`.execute(tx)
}
