import { sql } from 'kysely'
import type { Db } from './database.ts'

export type Revisions = {
  /**
   * How many transactions have changed something of an organization: asked of the database after this call. A change
   * that was acknowledged before the call, by whatever process, is counted.
   */
  of(organizationId: number): Promise<number>
}

type Round = PromiseWithResolvers<Map<number, number>> & { organizationIds: Set<number> }

/** Asks for revisions, one statement at a time for all that wait for it. */
export function createRevisions(db: Db): Revisions {
  let next: Round | null = null
  let asking = false
  const ask = async () => {
    asking = true
    while (next) {
      const { organizationIds, resolve, reject }: Round = next
      // Whoever comes from now on may know of a change that this statement does not see.
      next = null
      await readRevisions(db, [...organizationIds]).then(resolve, reject)
    }
    asking = false
  }
  return {
    async of(organizationId) {
      const round = (next ??= { ...Promise.withResolvers(), organizationIds: new Set() })
      round.organizationIds.add(organizationId)
      if (!asking) void ask()
      return (await round.promise).get(organizationId) ?? 0
    },
  }
}

async function readRevisions(db: Db, organizationIds: number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ organizationId: number; revision: number }>`
    select organization_id as "organizationId", sum(transactions)::float8 as revision from (
      select organization_id, transactions from revisions where organization_id = any(${organizationIds})
      union all
      select organization_id, count(*) from revision_marks where organization_id = any(${organizationIds}) group by 1
    ) as counted group by 1`.execute(db)
  return new Map(rows.map(({ organizationId, revision }) => [organizationId, revision]))
}

const MOST_MARKS = 5_000

/** Folds marks into the numbers they stand for, which changes no revision. Returns how many; any number of processes may call it. */
export async function foldRevisions(db: Db): Promise<number> {
  const { rows } = await sql<{ folded: number }>`
    with gone as (
      delete from revision_marks where (organization_id, transaction) in (
        select organization_id, transaction from revision_marks order by organization_id, transaction
        limit ${sql.lit(MOST_MARKS)} for update skip locked)
      returning organization_id),
    counted as (select organization_id, count(*) as transactions from gone group by 1 order by 1),
    folded as (
      insert into revisions (organization_id, transactions) select organization_id, transactions from counted
      on conflict (organization_id) do update set transactions = revisions.transactions + excluded.transactions)
    select count(*)::int as folded from gone`.execute(db)
  return rows[0]?.folded ?? 0
}
