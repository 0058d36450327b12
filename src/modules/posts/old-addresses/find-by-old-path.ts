import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { oldPathOf } from './old-path-of.ts'

/** Kind and id of the object to which an old address leads. */
type FormerObject = { kind: 'post' | 'changelog'; localId: number }

/** A path of a post that begins with its number, after which the source accepts any text (Fider). */
const NUMBERED = /^(\/posts\/\d+)\/[^/]+$/

/**
 * Returns the object to which a percent-decoded path led at the source of an import. Null if there is none, it is
 * hidden, or was deleted. The caller may see it or not.
 */
export async function findByOldPath(
  db: Db,
  organizationId: number,
  path: string,
): Promise<FormerObject | null> {
  const exact = oldPathOf(path)
  if (exact === null) return null
  const paths = [exact, NUMBERED.exec(exact)?.[1] ?? exact]
  const { rows } = await sql<FormerObject>`select a.kind, a.local_id as "localId" from old_addresses a
    where a.organization_id = ${organizationId} and a.path = any(${paths}::text[])
      and not exists (select 1 from posts p where p.organization_id = ${organizationId} and a.kind = 'post'
        and p.id = a.local_id and p.hidden)
    order by length(a.path) desc limit 1`.execute(db)
  return rows[0] ?? null
}
