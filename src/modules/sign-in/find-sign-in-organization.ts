import type { Db } from '../../db/database.ts'
import { notFound } from '../../lib/errors.ts'

/** Longer than every slug. */
const MAX_SLUG = 64

/** Returns the organization of a slug to which a person signs in. @throws AppError NOT_FOUND */
export async function findSignInOrganization(db: Db, slug: string) {
  const organization = await db
    .selectFrom('organizations')
    .select(['id', 'slug', 'portalUrl', 'portalHost'])
    .where('slug', '=', slug.slice(0, MAX_SLUG).toLowerCase())
    .executeTakeFirst()
  if (!organization) throw notFound('Organization')
  return organization
}
