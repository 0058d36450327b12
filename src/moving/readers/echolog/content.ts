import { commentDraft, postDraft, titleAndText } from '../../drafts.ts'
import type { Found } from '../../lists.ts'
import type { Approval, ChangelogRecord, MergeRecord, RoadmapRecord, VoteRecord } from '../../records.ts'
import type { Row } from '../../sources/row.ts'

/** Names pictures of the export as uploads. */
const htmlOf = (row: Row, field: string) => ({
  html: (row.text(field) ?? '').replaceAll(
    /(?<=(?:src|href)=["'])uploads\/([\w-]+)(?:\.\w+)?(?=["'])/g,
    'upload:$1',
  ),
})

function approvalOf(row: Row): Approval {
  const word = row.required('approvalStatus').toLowerCase()
  if (word === 'approved' || word === 'pending') return word
  row.refuse('approvalStatus', word, 'is not a status of approval')
  return 'pending'
}

const times = (row: Row) => ({ createdAt: row.moment('createdAt'), updatedAt: row.moment('updatedAt') })

/** Converts a post. */
export const toPost = (row: Row): Found => ({
  records: [
    postDraft(row, row.id(), {
      ...titleAndText(row, 'title', htmlOf(row, 'descriptionHtml')),
      slug: row.word('slug'),
      bucket: row.word('bucketId'),
      status: row.word('statusId'),
      submitter: row.word('submitterId'),
      approval: approvalOf(row),
      hidden: row.flag('hidden') ?? false,
      pinned: row.flag('pinned') ?? false,
      tags: row.words('tagIds'),
      importedVotes: row.count('importedVotes') ?? 0,
      importedDownvotes: row.count('importedDownvotes') ?? 0,
      ...times(row),
    }),
  ],
})

/** Converts a vote. */
export function toVote(row: Row): Found {
  const direction = row.required('direction').toLowerCase()
  if (direction !== 'up' && direction !== 'down') {
    row.refuse('direction', direction, 'is not UP or DOWN')
    return {}
  }
  const [post, person] = [row.id('postId'), row.id('userId')]
  const externalId = row.word('id') ?? `${post}:${person}`
  const vote: VoteRecord = {
    ...{ type: 'vote', externalId, origin: row.origin, post, person, direction },
    addedBy: row.word('addedById'),
    createdAt: row.moment('createdAt'),
  }
  return { records: [vote] }
}

/** Converts a comment. A deleted one stays a placeholder. */
export function toComment(row: Row): Found {
  const deletedAt = row.moment('deletedAt')
  return {
    records: [
      commentDraft(row, row.id(), {
        post: row.id('postId'),
        parent: row.word('parentId'),
        author: row.word('authorId'),
        text: htmlOf(row, 'bodyHtml'),
        internal: row.flag('internal') ?? false,
        pinned: row.flag('pinned') ?? false,
        official: row.flag('official') ?? false,
        mentions: row.words('mentionIds'),
        approval: approvalOf(row),
        deleted: deletedAt !== undefined,
        deletedAt,
        ...times(row),
      }),
    ],
  }
}

/** Converts a subscription. */
export function toSubscription(row: Row): Found {
  const [post, person] = [row.id('postId'), row.id('userId')]
  const externalId = row.word('id') ?? `${post}:${person}`
  const createdAt = row.moment('createdAt')
  return { records: [{ type: 'subscription', externalId, origin: row.origin, post, person, createdAt }] }
}

/** Converts a roadmap. */
export function toRoadmap(row: Row): Found {
  const { status, icon, mode, scoreType, kanbanViewGroup } = row.values
  const description = row.text('description')
  const roadmap: RoadmapRecord = {
    type: 'roadmap',
    externalId: row.id(),
    origin: row.origin,
    title: row.required('title'),
    slug: row.word('slug'),
    ...(description !== undefined && { description: { plain: description } }),
    isPublic: row.flag('isPublic') ?? false,
    archived: row.flag('archived') ?? false,
    startDate: row.moment('startDate'),
    endDate: row.moment('endDate'),
    owner: row.word('ownerId'),
    fields: { status, icon, mode, scoreType, kanbanViewGroup },
    ...times(row),
  }
  return { records: [roadmap] }
}

/** Converts a post on a roadmap. */
export function toRoadmapPost(row: Row): Found {
  const { reach, impact, confidence, effort, ease, plannedFor } = row.values
  const [roadmap, post] = [row.id('roadmapId'), row.id('postId')]
  const externalId = row.word('id') ?? `${roadmap}:${post}`
  const fields = { reach, impact, confidence, effort, ease, plannedFor }
  const [position, createdAt] = [row.count('position'), row.moment('createdAt')]
  return {
    records: [
      { type: 'roadmapPost', externalId, origin: row.origin, roadmap, post, position, createdAt, fields },
    ],
  }
}

/** The code of a locale, such as `pt-BR` for `PT_BR`. */
const localeOf = (name: string | undefined) =>
  name?.toLowerCase().replace(/_(\w+)$/, (_end, region: string) => `-${region.toUpperCase()}`)

/** Converts an entry of the changelog. */
export function toChangelog(row: Row): Found {
  const original = row.word('originalId')
  const entry: ChangelogRecord = {
    type: 'changelog',
    externalId: row.id(),
    origin: row.origin,
    ...titleAndText(row, 'title', htmlOf(row, 'descriptionHtml')),
    slug: row.word('slug'),
    locale: localeOf(row.word('locale')),
    ...(original !== undefined && { original }),
    author: row.word('authorId'),
    labels: row.words('labelIds'),
    posts: row.words('postIds'),
    publishedAt: row.moment('publishedAt'),
    scheduledAt: row.moment('scheduledAt'),
    notify: row.flag('notify'),
    notifiedAt: row.moment('notifiedAt'),
    paths: [],
    ...times(row),
  }
  return { records: [entry] }
}

/** Converts a merge, which is restored as a row, because the votes are with the parent already. */
export function toMerge(row: Row): Found {
  const [child, parent] = [row.id('childId'), row.id('parentId')]
  const merge: MergeRecord = {
    type: 'merge',
    externalId: row.word('id') ?? child,
    origin: row.origin,
    child,
    parent,
    createdAt: row.moment('createdAt'),
    restored: {
      mergedBy: row.word('mergedById'),
      voters: row.words('voterIds'),
      comments: row.words('commentIds'),
      subscribers: row.words('subscriberIds'),
      mutes: row.words('muteIds'),
      importedVotes: row.count('importedVotes') ?? 0,
      importedDownvotes: row.count('importedDownvotes') ?? 0,
    },
  }
  return { records: [merge] }
}
