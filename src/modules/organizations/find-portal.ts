import type { Portal } from '../../auth/portal-base.ts'
import type { Db } from '../../db/database.ts'
import { CLOSED_SLUGS } from './deletion/closed-slug.ts'

/** Key of a portal: its slug, or its own host in lower case. */
type PortalKey = { slug: string } | { portalHost: string }

/** Returns the portal of an organization by its slug, or by its own host in lower case. Null if there is none. */
export async function findPortal(db: Db, key: PortalKey): Promise<Portal | null> {
  const query = portals(db)
  const found =
    'slug' in key
      ? query.where('slug', '=', key.slug.toLowerCase())
      : query.where('portalHost', '=', key.portalHost)
  return (await found.executeTakeFirst()) ?? null
}

/** Returns the portals of the first organizations: none, the only one, or two of several. */
export const firstPortals = (db: Db): Promise<Portal[]> =>
  portals(db).where('slug', 'not like', CLOSED_SLUGS).orderBy('id').limit(2).execute()

const portals = (db: Db) =>
  db
    .selectFrom('organizations')
    .select(['id', 'slug', 'portalUrl', 'visibility', 'anonymousVotes', 'anonymousPosts'])
