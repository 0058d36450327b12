import type { Db } from '../../../db/database.ts'
import type { NotificationKind } from '../../../db/generated/tables.ts'
import { NOTIFICATION_KINDS } from '../kinds.ts'
import type { Listed } from './topic-content.ts'

/** Returns the members of the team who can choose a kind, each with it. Their choice is read later. */
export async function listTeam(db: Db, organizationId: number, kind: NotificationKind): Promise<Listed[]> {
  const { audience } = NOTIFICATION_KINDS[kind]
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('role', 'is not', null)
    .where('bot', '=', false)
    .$if(audience === 'admins', (query) => query.where('role', '=', 'admin'))
    .execute()
  return rows.map(({ id }) => ({ userId: id, kind }))
}
