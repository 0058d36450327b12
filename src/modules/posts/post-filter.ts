import type { Viewer } from '../../auth/caller.ts'
import type { ApprovalStatus } from '../../db/generated/tables.ts'
import { Parameters } from '../../db/lists/parameters.ts'
import { botIdOf } from '../../lib/text/bot-address.ts'
import { listedPosts, type ListedPosts } from './visible-posts-sql.ts'

/** Filter of a list of posts. Omitted fields and empty lists do not restrict it. */
export type PostFilter = ListedPosts & {
  bucketId?: number | null | undefined
  approvalStatus?: ApprovalStatus | null | undefined
  /** E-mails as `comparableEmail`. */
  submitterEmails?: string[] | null | undefined
  /** E-mails of people who submitted the post or voted on it. */
  interactorEmails?: string[] | null | undefined
  /** E-mails of people who voted on it. */
  voterEmails?: string[] | null | undefined
  /** Only posts with any of these tags. */
  tagIds?: number[] | null
  /** Only posts in any of these statuses, and of those with `statusSlugs`. */
  statusIds?: number[] | undefined
  statusSlugs?: string[] | null | undefined
  createdFrom?: Date | null | undefined
  /** Exclusive. */
  createdTo?: Date | null | undefined
  hidden?: boolean | null | undefined
  /** Query that finds the posts, as `parseQuery`. A blank one does not restrict the list. */
  search?: string | null | undefined
}

/**
 * SQL of a list of posts: its relation `p`, its conditions and their parameters. `$1` is the organization's
 * id.
 */
type PostConditions = { from: string; conditions: string[]; parameters: Parameters }

/** All posts. */
export const ALL_POSTS = 'posts p'
/**
 * The posts with a tag, with the columns that lists filter and sort by. An index contains the posts of a tag
 * in each order.
 */
const TAGGED_POSTS = '(select *, post_id as id from post_tags) p'

/**
 * Returns the SQL of a list of posts with this filter for a viewer. A single tag or status uses an index in
 * each order. Without `readsTags` the relation is that of all posts also for a single tag.
 */
export function postConditions(
  organizationId: number,
  filter: PostFilter,
  viewer: Viewer,
  { readsTags = true }: { readsTags?: boolean } = {},
): PostConditions {
  const parameters = new Parameters(organizationId)
  const conditions = ['p.organization_id = $1', 'p.merged_into_id is null']
  const where = (condition: (parameter: string) => string, value: unknown) => {
    conditions.push(condition(parameters.add(value)))
  }
  conditions.push(filter.hidden && viewer.hasTeamView ? 'p.hidden' : 'not p.hidden')
  conditions.push(...listedPosts(viewer, parameters, filter))
  if (filter.bucketId != null) where((id) => `p.bucket_id = ${id}::int`, filter.bucketId)
  if (filter.approvalStatus != null)
    conditions.push(`p.approval_status = '${filter.approvalStatus === 'pending' ? 'pending' : 'approved'}'`)
  if (filter.submitterEmails?.length)
    conditions.push(`p.submitter_id = any(array(${peopleOf(filter.submitterEmails, parameters)}))`)
  if (filter.interactorEmails?.length)
    conditions.push(interactedWith(peopleOf(filter.interactorEmails, parameters)))
  if (filter.voterEmails?.length) conditions.push(votedOn(peopleOf(filter.voterEmails, parameters)))
  const [tagId, ...otherTagIds] = new Set(filter.tagIds)
  const isOneTag = tagId !== undefined && otherTagIds.length === 0 && readsTags
  if (isOneTag) where((id) => `p.tag_id = ${id}::int`, tagId)
  else if (tagId !== undefined) where(taggedWith, filter.tagIds)
  const statusIds = [...new Set(filter.statusIds)]
  const slugs = [...new Set(filter.statusSlugs)]
  if (slugs.length + statusIds.length > 1) where((keys) => inStatuses(keys, parameters, statusIds), slugs)
  else if (slugs.length === 1) where(inOneStatus, slugs[0])
  else if (statusIds.length === 1) where((id) => `p.status_id = ${id}::int`, statusIds[0])
  if (filter.createdFrom) where((from) => `p.created_at >= ${from}::timestamptz`, filter.createdFrom)
  if (filter.createdTo) where((before) => `p.created_at < ${before}::timestamptz`, filter.createdTo)
  return { from: isOneTag ? TAGGED_POSTS : ALL_POSTS, conditions, parameters }
}

/** Returns the query of the ids of people and bots with the addresses. */
function peopleOf(addresses: readonly string[], parameters: Parameters): string {
  const bots = addresses.flatMap((address) => botIdOf(address) ?? [])
  const people = `select u.id from users u where u.organization_id = $1 and u.email = any(${parameters.add(addresses)}::text[])`
  if (bots.length === 0) return people
  return `${people} union all
    select u.id from users u where u.organization_id = $1 and u.id = any(${parameters.add(bots)}::int[]) and u.bot`
}

const votedOn = (people: string) => `p.id = any(array(
  select v.post_id from votes v where v.organization_id = $1 and v.user_id in (${people})))`

const interactedWith = (people: string) => `p.id = any(array(
  select v.post_id from votes v where v.organization_id = $1 and v.user_id in (${people})
  union select s.id from posts s where s.organization_id = $1 and s.submitter_id in (${people})))`

const taggedWith = (ids: string) => `exists (select 1 from post_tags pt
  where pt.organization_id = p.organization_id and pt.post_id = p.id and pt.tag_id = any(${ids}::int[]))`

const inStatuses = (slugs: string, parameters: Parameters, ids: number[]) =>
  `p.status_id = any(array(select distinct on (w.word) s.id from unnest(${slugs}::text[]) w(word)
    join statuses s on s.organization_id = $1 and ${slugOrName('w.word')} order by w.word, ${slugFirst('w.word')})
    || ${parameters.add(ids)}::int[])`

/** Compares with a single value, so that an index that starts with the status supplies the order. */
const inOneStatus = (slug: string) =>
  `p.status_id = (select s.id from statuses s where s.organization_id = $1 and ${slugOrName(slug)}
    order by ${slugFirst(slug)} limit 1)`

/** The same as `statusBySlug`. */
const slugOrName = (slug: string) => `(s.slug = ${slug}::text or lower(s.name) = lower(${slug}::text))`
const slugFirst = (slug: string) => `s.slug = ${slug}::text desc, s.position, s.id`
