import type { Viewer } from '../../auth/caller.ts'
import type { Parameters } from '../../db/lists/parameters.ts'

/** SQL conditions over `posts p` of the posts that everyone may see. */
export const PUBLIC_POSTS = "not p.private and not p.hidden and p.approval_status = 'approved'"

/** The same for a visitor, who sees no merged posts. */
export const VISITOR_POSTS = [PUBLIC_POSTS, 'p.merged_into_id is null']

/**
 * Returns the SQL form of `canSeePost` for a person outside the team, as conditions over `posts p`. `actor`
 * is the parameter with the id of the person, such as `$2`.
 */
function visibleToPerson(actor: string): string[] {
  return [
    'not p.private',
    'not p.hidden',
    `(p.approval_status = 'approved' or p.submitter_id = ${actor}::int)`,
  ]
}

/**
 * Returns the SQL form of `canSeePost` as conditions over `posts p`, none for the team. Appends their
 * parameter.
 */
export function visiblePosts(viewer: Viewer, parameters: Parameters): string[] {
  if (viewer.isVisitor) return VISITOR_POSTS
  return viewer.hasTeamView ? [] : visibleToPerson(`${parameters.add(viewer.actorId)}`)
}

/** Posts that a list contains beside the usual ones. */
export type ListedPosts = {
  /** Whether those of private buckets are included. Ignored outside the team, which sees none of them. */
  includePrivate?: boolean | null | undefined
}

/**
 * Returns the conditions over `posts p` of the posts that every kind of list contains, alone or beside other objects:
 * visible ones, and those of private buckets on request. Appends their parameter.
 */
export const listedPosts = (
  viewer: Viewer,
  parameters: Parameters,
  { includePrivate }: ListedPosts,
): string[] => [
  ...visiblePosts(viewer, parameters),
  ...(viewer.hasTeamView && !includePrivate ? ['not p.private'] : []),
]
