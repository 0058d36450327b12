import { setTimeout as sleep } from 'node:timers/promises'
import { CompiledQuery, sql } from 'kysely'
import type { Database, Db } from './database.ts'
import { isTimeout } from './deadline.ts'
import { LINEAGE } from './lineage.ts'

/** `<lineage>/<number of transactions>`. Compare for equality only. */
export type Revision = string

export type Revisions = {
  /**
   * Returns the lineage of the database and the number of transactions that changed data of the organization.
   * Read after this call, so every change that any process acknowledged before it is counted. Lost data had
   * another revision.
   * @throws Error 25006 while the server is read-only
   */
  of(organizationId: number): Promise<Revision>
}

type Counts = { lineage: string; counts: Map<number, string> }
type Round = PromiseWithResolvers<Counts> & { organizationIds: Set<number>; waiting: number }

/** Creates a reader of revisions. Concurrent requests share one statement at a time. */
export function createRevisions(database: Pick<Database, 'kysely' | 'lineage'>): Revisions {
  let next: Round | null = null
  let asking = false
  const ask = async () => {
    asking = true
    for (let crowd = 0; next;) {
      // With many concurrent requests, a short wait lets more of them share one statement.
      if (crowd > CROWD) await sleep(GATHERING_MS)
      const { organizationIds, resolve, reject, ...round }: Round = next
      crowd = round.waiting
      // Later requests may follow a change that this statement's snapshot does not contain.
      next = null
      await readRevisions(database, [...organizationIds]).then(resolve, (error: unknown) => {
        reject(error)
        if (!isTimeout(error)) return
        // Requests that arrived since have waited too. A second deadline would be too long.
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

/**
 * Number of requests in one statement above which the next one waits for more, and the wait in milliseconds.
 */
const CROWD = 4
const GATHERING_MS = 1

type Row = { id: number; count: string } | { id: null; count: string | null }

async function readRevisions(
  { kysely, lineage }: Pick<Database, 'kysely' | 'lineage'>,
  organizationIds: number[],
): Promise<Counts> {
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

/** The row without an id contains the lineage. */
const REVISIONS = `select null::int as id, ${LINEAGE} as count
  union all
  select id, sum(transactions)::text from (
    select organization_id as id, transactions from revisions where organization_id = any($1::int[])
    union all
    select organization_id, count(*) from revision_marks where organization_id = any($1::int[]) group by 1
  ) as counted group by 1`

const MAX_MARKS = 5_000

/**
 * Adds marks to the counters, which leaves revisions unchanged. Returns the number of marks. Safe to call
 * from several processes.
 */
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
