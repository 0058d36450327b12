import type { Db } from '../../db/database.ts'
import { sha256 } from '../../lib/crypto/secret.ts'

/** Person to whom the votes and posts of a browser without a session are attributed. */
export type VisitorRecord = { id: number; blocked: boolean }

/** Returns the person of a visitor's token in an organization. Null if it is unknown there. */
export async function findVisitor(
  db: Db,
  organizationId: number,
  token: string,
): Promise<VisitorRecord | null> {
  const found = await db
    .selectFrom('visitors as v')
    .innerJoin('users as u', (join) =>
      join.onRef('u.organizationId', '=', 'v.organizationId').onRef('u.id', '=', 'v.userId'),
    )
    .select(['u.id', 'u.blocked'])
    .where('v.organizationId', '=', organizationId)
    .where('v.tokenHash', '=', sha256(token))
    .executeTakeFirst()
  return found ?? null
}
