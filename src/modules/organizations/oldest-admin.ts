import type { Db } from '../../db/database.ts'

/** Returns the id of the admin who joined the team first. @throws Error if there is none */
export async function oldestAdmin(db: Db, organizationId: number): Promise<number> {
  const admin = await db
    .selectFrom('users')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('role', '=', 'admin')
    .orderBy('joinedTeamAt')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (!admin) throw new Error('The organization has no admin')
  return admin.id
}
