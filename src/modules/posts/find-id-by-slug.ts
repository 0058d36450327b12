import type { Db } from '../../db/database.ts'

/** Returns the id of the post with a slug, or null. */
export async function findIdBySlug(db: Db, organizationId: number, slug: string): Promise<number | null> {
  const post = await db
    .selectFrom('posts')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('slug', '=', slug)
    .executeTakeFirst()
  return post?.id ?? null
}
