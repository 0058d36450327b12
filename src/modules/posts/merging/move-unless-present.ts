import { sql } from 'kysely'
import type { Transaction } from '../../../db/database.ts'

export type PersonalTable = 'votes' | 'post_subscribers'

type Move = {
  from: number
  to: number
  /** Restricts the move to these people. */
  only?: number[]
}

/**
 * Moves votes or subscriptions from one post to another, except of people who have one there already. Returns
 * the ids of the people whose vote or subscription moved.
 */
export async function moveUnlessPresent(
  tx: Transaction,
  organizationId: number,
  table: PersonalTable,
  { from, to, only }: Move,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update ${sql.table(table)} moved set post_id = ${to}
    where moved.organization_id = ${organizationId} and moved.post_id = ${from} and not exists (
      select 1 from ${sql.table(table)} kept
      where kept.organization_id = ${organizationId} and kept.post_id = ${to} and kept.user_id = moved.user_id)
      ${only ? sql`and moved.user_id = any(${only}::int[])` : sql``}
    returning moved.user_id as id`.execute(tx)
  return rows.map(({ id }) => id)
}
