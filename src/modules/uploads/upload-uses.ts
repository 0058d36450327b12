import type { Viewer } from '../../auth/caller.ts'
import type { Parameters } from '../../db/lists/parameters.ts'
import { commentConditions } from '../comments/comment-filter.ts'
import { visiblePosts } from '../posts/visible-posts-sql.ts'

/** Returns the condition that a text uses the upload with a key, which an index of the table answers. */
const uses = (column: string, key: string) =>
  `${column} like '%/uploads/%' and upload_keys(${column}) @> array[${key}::text]`

/**
 * Returns the SQL condition that an approved post or comment that a viewer may see uses the upload with a key, as
 * `canSeePost` and `canSeeComment`. An own text that waits does not count, because it may name the picture of another.
 * The first of the parameters is the organization's id. Appends the others.
 */
export function usedInTexts(parameters: Parameters, key: string, viewer: Viewer): string {
  const named = parameters.add(key)
  const posts = [
    'p.organization_id = $1',
    "p.approval_status = 'approved'",
    uses('p.description_html', named),
    ...visiblePosts(viewer, parameters),
  ]
  const comments = [
    ...commentConditions(parameters, {}, viewer, { isPostNamed: true }),
    "c.approval_status = 'approved'",
    uses('c.body_html', named),
  ]
  return `(exists (select 1 from posts p where ${posts.join(' and ')})
    or exists (select 1 from comments c where ${comments.join(' and ')}))`
}

/**
 * Returns the SQL condition that an upload is the logo of the organization, an avatar or a picture of an entry
 * of the changelog. The first of the parameters is the organization's id. Appends the others.
 */
export function usedForAll(parameters: Parameters, { key, path }: { key: string; path: string }): string {
  const address = parameters.add(path)
  const entry = uses('g.description_html', parameters.add(key))
  return `(o.avatar_url = ${address}
    or exists (select 1 from users u where u.organization_id = $1 and u.avatar_url = ${address}
      and u.avatar_url like '/uploads/%')
    or exists (select 1 from changelogs g where g.organization_id = $1 and ${entry}))`
}
