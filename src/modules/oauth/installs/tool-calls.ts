import { sql } from 'kysely'
import type { Caller } from '../../../auth/caller.ts'
import type { Db } from '../../../db/database.ts'
import { databaseNow } from '../../../db/time.ts'
import { changeByOrganization, type RowKey } from '../../../db/writes/by-organization.ts'
import { repeat } from '../../../lib/concurrency/loop.ts'
import type { Logger } from '../../../lib/log/logger.ts'

const STORED_EVERY_MS = 60_000
const DAYS_SHOWN = 30

/** Counter of the calls of tools by installs, in this process. */
export type ToolCalls = {
  /** Counts a call. A caller without an install is not counted. */
  add(caller: Caller, tool: string): void
  /** Stores what is counted, and counts no more. */
  stop(): Promise<void>
}

type Counted = { organizationId: number; installId: number; calls: Map<string, number> }

/** Counts calls and stores them once a minute. A killed process loses those of its last minute. */
export function countToolCalls(db: Db, log: Logger): ToolCalls {
  const counted = new Map<number, Counted>()
  const work = async () => {
    for (const [installId, each] of counted) {
      const stored = new Map(each.calls)
      await storeCalls(db, { ...each, calls: stored })
      for (const [tool, calls] of stored) addTo(each.calls, tool, -calls)
      if (each.calls.size === 0) counted.delete(installId)
    }
    return false
  }
  const job = repeat({ name: 'storing calls of tools', everyMs: STORED_EVERY_MS, log, work })
  return {
    add({ organizationId, install }, tool) {
      if (!install || organizationId === null) return
      const each = counted.get(install.id) ?? {
        organizationId,
        installId: install.id,
        calls: new Map<string, number>(),
      }
      counted.set(install.id, each)
      addTo(each.calls, tool, 1)
    },
    async stop() {
      await job.stop()
      await work().catch((error: unknown) => log.warn({ err: error }, 'calls of tools are not stored'))
    },
  }
}

function addTo(counts: Map<string, number>, tool: string, calls: number): void {
  const sum = (counts.get(tool) ?? 0) + calls
  if (sum === 0) counts.delete(tool)
  else counts.set(tool, sum)
}

const TODAY = sql`(${databaseNow} at time zone 'UTC')::date`
const FIRST_DAY = sql`${TODAY} - ${sql.lit(DAYS_SHOWN - 1)}`

/** Adds calls of today. A deleted install has none. */
async function storeCalls(db: Db, { organizationId, installId, calls }: Counted): Promise<void> {
  await sql`insert into tool_calls (organization_id, install_id, day, tool, calls)
    select install.organization_id, install.id, ${TODAY}, counted.tool, counted.calls
    from oauth_installs install
    cross join unnest(${[...calls.keys()]}::text[], ${[...calls.values()]}::int[]) as counted (tool, calls)
    where install.organization_id = ${organizationId} and install.id = ${installId}
    on conflict (organization_id, install_id, day, tool) do update set calls = tool_calls.calls + excluded.calls`.execute(
    db,
  )
}

/**
 * Deletes the calls of days that are no longer shown, of up to `batch` installs. Returns the number of deleted
 * rows.
 */
export const purgeToolCalls = (db: Db, batch: number): Promise<number> =>
  changeByOrganization(
    db,
    sql<RowKey>`select distinct organization_id as "organizationId", install_id as id from tool_calls
      where day < ${FIRST_DAY} limit ${batch}`,
    (organizationId, ids) => sql`delete from tool_calls
      where organization_id = ${organizationId} and install_id = any(${ids}::int[]) and day < ${FIRST_DAY}`,
  )

/** Returns the calls of installs in the last 30 days by tool, with the most first, by the id of the install. */
export async function readToolCalls(db: Db, organizationId: number, installIds: number[]) {
  const { rows } = await sql<{ installId: number; tool: string; calls: number }>`
    select install_id as "installId", tool, sum(calls)::int as calls from tool_calls
    where organization_id = ${organizationId} and install_id = any(${installIds}::int[]) and day >= ${FIRST_DAY}
    group by install_id, tool order by calls desc, tool`.execute(db)
  return rows.map(({ installId, ...calls }) => [installId, calls] as const)
}
