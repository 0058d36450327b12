import { setTimeout as sleep } from 'node:timers/promises'
import { CompiledQuery, sql } from 'kysely'
import type { Database, Db } from './database.ts'
import { isTimeout } from './deadline.ts'
import { LINEAGE } from './lineage.ts'

/** `<lineage>/<number of transactions>`; only equality has a meaning. */
export type Revision = string

export type Revisions = {
  /**
   * The history that the database is in, and how many transactions have changed something of an organization in it: asked
   * of the database after this call. A change that was acknowledged before the call, by whatever process, is counted.
   * Data that were lost since had another revision.
   * @throws Error 25006 while the server takes no writes
   */
  of(organizationId: number): Promise<Revision>
}

type Answer = { lineage: string; counts: Map<number, string> }
type Round = PromiseWithResolvers<Answer> & { organizationIds: Set<number>; waiting: number }

/** Asks for revisions, one statement at a time for all that wait for it. */
export function createRevisions(database: Pick<Database, 'kysely' | 'lineage'>): Revisions {
  let next: Round | null = null
  let asking = false
  const ask = async () => {
    asking = true
    for (let crowd = 0; next;) {
      // Where many ask at once, more of them fit into one statement by waiting a moment for it.
      if (crowd > CROWD) await sleep(GATHERING_MS)
      const { organizationIds, resolve, reject, ...round }: Round = next
      crowd = round.waiting
      // Whoever comes from now on may know of a change that this statement does not see.
      next = null
      await readRevisions(database, [...organizationIds]).then(resolve, (error: unknown) => {
        reject(error)
        if (!isTimeout(error)) return
        // Those that came meanwhile have waited as well: another deadline on top would be too long.
        next?.reject(error)
        next = null
      })
    }
    asking = false
  }
  return {
    async of(organizationId) {
      const round = (next ??= { ...Promise.withResolvers(), organizationIds: new Set(), waiting: 0 })
      round.organizationIds.add(organizationId)
      round.waiting++
      if (!asking) void ask()
      const { lineage, counts } = await round.promise
      return `${lineage}/${counts.get(organizationId) ?? 0}`
    },
  }
}

/** From how many requests in one statement on it is worth waiting for more, and how long. */
const CROWD = 4
const GATHERING_MS = 1

type Row = { id: number; count: string } | { id: null; count: string | null }

async function readRevisions(
  { kysely, lineage }: Pick<Database, 'kysely' | 'lineage'>,
  organizationIds: number[],
): Promise<Answer> {
  const { rows } = await kysely
    .withoutPlugins()
    .executeQuery<Row>(CompiledQuery.raw(REVISIONS, [organizationIds]))
  const counts = new Map<number, string>()
  let present: string | null = null
  for (const { id, count } of rows)
    if (id === null) present = count
    else counts.set(id, count)
  return { lineage: lineage.report(present), counts }
}

/** The lineage as the row without an id. */
const REVISIONS = `select null::int as id, ${LINEAGE} as count
  union all
  select id, sum(transactions)::text from (
    select organization_id as id, transactions from revisions where organization_id = any($1::int[])
    union all
    select organization_id, count(*) from revision_marks where organization_id = any($1::int[]) group by 1
  ) as counted group by 1`

const MAX_MARKS = 5_000

/** Folds marks into the numbers they stand for, which changes no revision. Returns how many; any number of processes may call it. */
export async function compactRevisions(db: Db): Promise<number> {
  const { rows } = await sql<{ folded: number }>`
    with gone as (
      delete from revision_marks where (organization_id, transaction) in (
        select organization_id, transaction from revision_marks order by organization_id, transaction
        limit ${sql.lit(MAX_MARKS)} for update skip locked)
      returning organization_id),
    counted as (select organization_id, count(*) as transactions from gone group by 1 order by 1),
    folded as (
      insert into revisions (organization_id, transactions) select organization_id, transactions from counted
      on conflict (organization_id) do update set transactions = revisions.transactions + excluded.transactions)
    select count(*)::int as folded from gone`.execute(db)
  return rows[0]?.folded ?? 0
}
