import { setTimeout as sleep } from 'node:timers/promises'
import { CompiledQuery, sql } from 'kysely'
import type { Database, Db, Transaction } from '../database.ts'
import { isTimeout } from '../deadline.ts'
import { LINEAGE, type Lineage } from './lineage.ts'
import { isDistributed } from '../sharding/is-distributed.ts'

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
export function createRevisions({ kysely, lineage }: Pick<Database, 'kysely' | 'lineage'>): Revisions {
  const source = { db: kysely.withoutPlugins(), lineage }
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
      await readRevisions(source, [...organizationIds]).then(resolve, (error: unknown) => {
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

type Source = { db: Db; lineage: Lineage }

async function readRevisions(source: Source, organizationIds: number[]): Promise<Counts> {
  const { db, lineage } = source
  if (isDistributed(db)) return readFromServers(source, organizationIds)
  const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(REVISIONS, [organizationIds]))
  const counts = new Map<number, string>()
  let history: string | null = null
  for (const { id, count } of rows)
    if (id === null) history = count
    else counts.set(id, count)
  return { lineage: lineage.report(history), counts }
}

/**
 * Reads the lineage on the coordinator, before and after the counts. One statement for all would be executed on the
 * server of an organization if there is only one. A lineage that changes between them is equal to no other.
 */
async function readFromServers({ db, lineage }: Source, organizationIds: number[]): Promise<Counts> {
  const before = lineage.report(await readLineage(db))
  const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(COUNTS, [organizationIds]))
  const after = lineage.report(await readLineage(db))
  const counts = new Map(rows.flatMap(({ id, count }) => (id === null ? [] : [[id, count]])))
  return { lineage: before === after ? after : `${before} ${after}`, counts }
}

async function readLineage(db: Db): Promise<string | null> {
  const { rows } = await db.executeQuery<{ lineage: string | null }>(
    CompiledQuery.raw(`select ${LINEAGE} as lineage`),
  )
  return rows[0]?.lineage ?? null
}

const COUNTS = `
  select id, sum(transactions)::text as count from (
    select organization_id as id, transactions from revisions where organization_id = any($1::int[])
    union all
    select organization_id, count(*) from revision_marks where organization_id = any($1::int[]) group by 1
  ) as counted group by 1`
/** The row without an id contains the lineage. */
const REVISIONS = `select null::int as id, ${LINEAGE} as count union all ${COUNTS}`

const MAX_MARKS = 5_000
/** Maximum number of organizations whose marks one statement folds. */
const ORGANIZATIONS = 200

/**
 * Adds marks to the counters, which leaves revisions unchanged. Returns the number of marks. Safe to call
 * from several processes.
 */
export async function compactRevisions(db: Db): Promise<number> {
  const { rows: marked } = await sql<{ id: number }>`
    select distinct organization_id as id from (select organization_id from revision_marks limit ${sql.lit(MAX_MARKS)}) marks
    order by 1 limit ${sql.lit(ORGANIZATIONS)}`.execute(db)
  if (marked.length === 0) return 0
  const { rows } = await sql<{ folded: number }>`select fold_revisions(${marked.map(({ id }) => id)}::int[],
    ${sql.lit(MAX_MARKS)}) as folded`.execute(db)
  return rows[0]?.folded ?? 0
}

/**
 * Counts a change of an organization's own row, in the transaction of the change. Triggers count the changes of
 * other tables, but its row is copied to every server of a distributed database.
 */
export async function countRevision(tx: Transaction, organizationId: number): Promise<void> {
  await sql`insert into revisions (organization_id, transactions) values (${organizationId}, 1)
    on conflict (organization_id) do update set transactions = revisions.transactions + 1`.execute(tx)
}
