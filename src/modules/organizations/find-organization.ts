import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Organization } from '../../db/rows.ts'
import { readTogether } from '../../db/sharing/read-together.ts'
import { notFound } from '../../lib/errors.ts'

/** Returns the organization with a slug. @throws AppError NOT_FOUND */
export async function findOrganization(db: Db, slug: string): Promise<{ id: number; slug: string }> {
  const organization = await db
    .selectFrom('organizations')
    .select(['id', 'slug'])
    .where('slug', '=', slug.toLowerCase())
    .executeTakeFirst()
  if (!organization) throw notFound(`Organization ${slug}`)
  return organization
}

/** Returns the organization with an id, which a foreign key guarantees. */
export async function organizationById(db: Db, id: number): Promise<Organization> {
  const [organization] = (await readOrganizationsTogether(db, [id])) ?? []
  if (organization) return organization
  return db.selectFrom('organizations').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

const readOrganizationsTogether = readTogether<number, Organization>(async (db, ids) => {
  const organizations = await db
    .selectFrom('organizations')
    .selectAll()
    .where(sql<boolean>`id = any((select ${ids}::int[])::int[])`)
    .execute()
  const byId = new Map(organizations.map((organization) => [organization.id, organization]))
  return ids.map((id) => byId.get(id) ?? null)
})
