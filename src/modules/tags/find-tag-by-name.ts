import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'

/** Returns the tag with a name, ignoring case, or undefined. */
export function findTagByName(db: Db, organizationId: number, name: string) {
  return db
    .selectFrom('tags')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where(sql`lower(name)`, '=', sql`lower(${name.trim().normalize()})`)
    .executeTakeFirst()
}
