import { sql } from 'kysely'
import type { Transaction } from '../../db/database.ts'
import type { PostReference } from './record-changelog-events.ts'

/**
 * Returns references to the posts of both lists of ids, in order, in one statement. Deleted posts are
 * omitted.
 */
export async function readPostReferences(
  tx: Transaction,
  organizationId: number,
  { before, after }: { before: number[]; after: number[] },
  portalUrl: string,
): Promise<{ before: PostReference[]; after: PostReference[] }> {
  const posts = await tx
    .selectFrom('posts')
    .select(['id', 'slug', 'title'])
    .where('organizationId', '=', organizationId)
    .where(sql<boolean>`id = any(${[...new Set([...before, ...after])]}::int[])`)
    .execute()
  const byId = new Map(posts.map((post) => [post.id, { ...post, url: `${portalUrl}/p/${post.slug}` }]))
  const found = (ids: number[]) => ids.flatMap((id) => byId.get(id) ?? [])
  return { before: found(before), after: found(after) }
}
