import type { Transaction } from '../../db/database.ts'
import type { StatusKind } from '../../db/generated/tables.ts'
import { now } from '../../lib/time/clock.ts'

/** Statuses of a new organization, one of each kind (contract 3). */
const STANDARD: { kind: StatusKind; name: string; color: string; percentage: number }[] = [
  { kind: 'submitted', name: 'Submitted', color: '#94a3b8', percentage: 0 },
  { kind: 'under_review', name: 'In Review', color: '#f59e0b', percentage: 10 },
  { kind: 'planned', name: 'Planned', color: '#8b5cf6', percentage: 25 },
  { kind: 'in_progress', name: 'In Progress', color: '#3b82f6', percentage: 50 },
  { kind: 'completed', name: 'Completed', color: '#10b981', percentage: 100 },
  { kind: 'closed', name: 'Closed', color: '#64748b', percentage: 0 },
]

/** Creates the workflow of a new organization. The slug of each status is its kind. */
export async function createStandardStatuses(tx: Transaction, organizationId: number): Promise<void> {
  const at = now()
  const rows = STANDARD.map((status, position) => ({
    organizationId,
    slug: status.kind,
    position,
    createdAt: at,
    updatedAt: at,
    ...status,
  }))
  await tx.insertInto('statuses').values(rows).execute()
}
