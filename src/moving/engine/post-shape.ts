import { sql } from 'kysely'
import type { Shape } from './drafts.ts'

/** How posts are stored. Their tags are beside their rows. */
export const POSTS: Shape = {
  kind: 'post',
  table: 'posts',
  columns: {
    ...{
      id: 'int',
      slug: 'text',
      title: 'text',
      description_html: 'text',
      description: 'text',
      preview: 'text',
    },
    ...{ bucket_id: 'int', status_id: 'int', submitter_id: 'int', approval_status: 'approval_status' },
    ...{
      private: 'boolean',
      hidden: 'boolean',
      pinned: 'boolean',
      imported_votes: 'int',
      imported_downvotes: 'int',
    },
    ...{ votes_count: 'int', downvotes_count: 'int', comments_count: 'int' },
    ...{ created_at: 'timestamptz', updated_at: 'timestamptz' },
  },
  derived: { description_html: ['description', 'preview'] },
  extra: async ({ db, session }, ids) => {
    const { rows } = await sql<{ postId: number; tagIds: number[] }>`
      select post_id, array_agg(tag_id order by tag_id) as tag_ids from post_tags
      where organization_id = ${session.organizationId} and post_id = any(${ids}::int[]) group by post_id`.execute(
      db,
    )
    const tags = new Map(rows.map(({ postId, tagIds }) => [postId, tagIds]))
    return new Map(ids.map((id) => [id, { tag_ids: tags.get(id) ?? [] }]))
  },
}
