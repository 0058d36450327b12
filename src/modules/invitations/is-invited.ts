import type { Db } from '../../db/database.ts'
import { isOpen } from './open-invitation.ts'

/** Whether an organization has an open invitation for a normalized address. */
export async function isInvited(db: Db, organizationId: number, email: string): Promise<boolean> {
  const invitation = await db
    .selectFrom('invitations')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('email', '=', email)
    .where(isOpen)
    .executeTakeFirst()
  return invitation !== undefined
}
