import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Plan } from '../engine/plan.ts'
import type { FetchReport } from '../fetch/requests.ts'

/** Content that is lost. The number is null for a list that an API did not give as a whole. */
export type ImportLoss = { what: string; count: number | null; reason: string }

/** Returns what an import loses: the losses of its plan, after the lists that an API did not give as a whole. */
export function lossesOf(plan: Plan | null, reports: readonly FetchReport[]): ImportLoss[] {
  return [...reports.map((report) => ({ ...report, count: null })), ...(plan?.losses ?? [])]
}

/** Returns the reports of the fetches of imports, by the import's id. */
export async function fetchReports(
  db: Db,
  organizationId: number,
  ids: readonly number[],
): Promise<{ id: number; reports: FetchReport[] }[]> {
  const { rows } = await sql<{ id: number; reports: FetchReport[] }>`select id, reports from import_sources
    where organization_id = ${organizationId} and id = any(${ids}::int[])`.execute(db)
  return rows
}
