import type { GraphQLNamedType } from 'graphql'

/**
 * The fields whose values are decided by rows that the revision of the caller's organization counts, by the view of the
 * caller and by the settings of the installation. This is their only declaration. A field that is not listed may depend
 * on a person, the time, the process or rows that no revision counts, so that no response with it is cached.
 */
const COUNTED_FIELDS: Record<string, string> = {
  Query: `bucket buckets changelog changelogLabel changelogLabels changelogs comment comments customer customers
    organization post posts roadmap roadmaps status statusCounts statuses survivingPost tag tags teamMember teamMembers
    user votes`,
  Organization: `anonymousPosts anonymousVotes avatarUrl colorPrimary colorPrimaryDark colorPrimaryLight createdAt
    databaseId defaultLocale description formDescription homePage id locales multilingualChangelog name portalUrl slug
    submitButtonText updatedAt visibility`,
  Bucket: `createdAt databaseId description id name position posts postsCount private requiresModeration slug updatedAt`,
  Status: 'color createdAt databaseId id kind name percentage position posts slug updatedAt',
  StatusCount: 'count status',
  Tag: 'color createdAt databaseId id name posts updatedAt',
  Post: `approvalStatus bucket changelogs comments commentsCount createdAt databaseId description descriptionHtml
    downvotesCount hidden id importedDownvotesCount importedVotesCount mergedInto mergedPosts pinned preview roadmaps slug
    status submitter subscribers tags title updatedAt url voters votesCount`,
  PostSubscriber: 'createdAt id post user',
  Vote: 'createdAt direction id post user',
  Comment: `approvalStatus author body bodyHtml createdAt databaseId deleted id internal parent parentId pinned post
    replies updatedAt`,
  Changelog: `author createdAt databaseId description descriptionHtml descriptionMarkdown id labels locale original posts
    preview publishedAt scheduledAt slug state title translations updatedAt url`,
  ChangelogLabel: 'color createdAt databaseId id name updatedAt',
  Roadmap: `archived createdAt databaseId description endDate icon id isPublic kanbanViewGroup mode owner percentage posts
    score scoreType slug startDate status title updatedAt`,
  RoadmapIcon: 'type value',
  RoadmapPost: 'confidence ease effort id impact plannedFor position post reach roadmap',
  User: `avatarUrl bot confirmed createdAt customer databaseId email id labels maskedEmail membership name posts role url`,
  Customer: `avatarUrl blocked commentsCount createdAt customFields databaseId email id labels maskedEmail name postsCount
    starred updatedAt url user votesCount`,
  TeamMember: 'acceptedAt databaseId id joinedAt role roleChangedAt user',
  PageInfo: 'endCursor hasNextPage hasPreviousPage startCursor',
}

/** Fields of every list. A list is counted if the field that returns it is. */
const LIST_FIELDS = new Set([
  'cursor',
  'edges',
  'node',
  'nodes',
  'pageInfo',
  'totalCount',
  'totalCountIsExact',
])
const LIST = /(Connection|Edge)$/

const byType = new Map(
  Object.entries(COUNTED_FIELDS).map(([type, names]) => [type, new Set(names.split(/\s+/))] as const),
)

/** Whether the value of a field is decided by counted rows and the view of the caller. */
export function isCountedField({ name: type }: GraphQLNamedType, name: string): boolean {
  if (name === '__typename') return true
  return LIST.test(type) ? LIST_FIELDS.has(name) : byType.get(type)?.has(name) === true
}
