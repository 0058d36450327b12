import { sql } from 'kysely'
import type { Transaction } from '../../../db/database.ts'

export type PersonalTable = 'votes' | 'post_subscribers'

type Move = {
  from: number
  to: number
  /** Only these people's. */
  only?: number[]
}

/**
 * Moves people's votes or subscriptions from one post to another, except where the person has one there
 * already. Returns the ids of those whose moved.
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
      select from ${sql.table(table)} kept
      where kept.organization_id = ${organizationId} and kept.post_id = ${to} and kept.user_id = moved.user_id)
      ${only ? sql`and moved.user_id = any(${only}::int[])` : sql``}
    returning moved.user_id as id`.execute(tx)
  return rows.map(({ id }) => id)
}
