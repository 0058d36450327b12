import { enumName, nodeId, nodeIds } from '../columns.ts'
import { TEXT_PAGE, type ExportTable } from '../table.ts'

export const POSTS: ExportTable = {
  file: 'posts',
  columns: {
    id: nodeId('Post', 'p.id'),
    slug: 'p.slug',
    title: 'p.title',
    descriptionHtml: 'p.description_html',
    bucketId: nodeId('Bucket', 'p.bucket_id'),
    statusId: nodeId('Status', 'p.status_id'),
    submitterId: nodeId('User', 'p.submitter_id'),
    approvalStatus: enumName('p.approval_status'),
    hidden: 'p.hidden',
    pinned: 'p.pinned',
    tagIds: `array(select ${nodeId('Tag', 't.tag_id')} from post_tags t
      where t.organization_id = p.organization_id and t.post_id = p.id order by t.tag_id)`,
    importedVotes: 'p.imported_votes',
    importedDownvotes: 'p.imported_downvotes',
    createdAt: 'p.created_at',
    updatedAt: 'p.updated_at',
  },
  from: 'posts p',
  owner: 'p.organization_id',
  key: ['p.id'],
  page: TEXT_PAGE,
  texts: ['descriptionHtml'],
}

export const VOTES: ExportTable = {
  file: 'votes',
  columns: {
    postId: nodeId('Post', 'v.post_id'),
    userId: nodeId('User', 'v.user_id'),
    direction: enumName('v.direction'),
    addedById: nodeId('User', 'v.added_by_id'),
    createdAt: 'v.created_at',
  },
  from: 'votes v',
  owner: 'v.organization_id',
  key: ['v.post_id', 'v.user_id'],
}

export const SUBSCRIPTIONS: ExportTable = {
  file: 'subscriptions',
  columns: {
    postId: nodeId('Post', 's.post_id'),
    userId: nodeId('User', 's.user_id'),
    createdAt: 's.created_at',
  },
  from: 'post_subscribers s',
  owner: 's.organization_id',
  key: ['s.post_id', 's.user_id'],
}

export const COMMENTS: ExportTable = {
  file: 'comments',
  columns: {
    id: nodeId('Comment', 'c.id'),
    postId: nodeId('Post', 'c.post_id'),
    parentId: nodeId('Comment', 'c.parent_id'),
    authorId: nodeId('User', 'c.author_id'),
    bodyHtml: 'c.body_html',
    internal: 'c.internal',
    pinned: 'c.pinned',
    official: 'c.official',
    mentionIds: `array(select ${nodeId('User', 'm.user_id')} from comment_mentions m
      where m.organization_id = c.organization_id and m.comment_id = c.id order by m.user_id)`,
    approvalStatus: enumName('c.approval_status'),
    deletedAt: 'c.deleted_at',
    createdAt: 'c.created_at',
    updatedAt: 'c.updated_at',
  },
  from: 'comments c',
  owner: 'c.organization_id',
  key: ['c.id'],
  page: TEXT_PAGE,
  texts: ['bodyHtml'],
}

export const MERGES: ExportTable = {
  file: 'merges',
  columns: {
    childId: nodeId('Post', 'm.child_id'),
    parentId: nodeId('Post', 'm.parent_id'),
    mergedById: nodeId('User', 'm.merged_by_id'),
    voterIds: nodeIds('User', 'm.voter_ids'),
    commentIds: nodeIds('Comment', 'm.comment_ids'),
    subscriberIds: nodeIds('User', 'm.subscriber_ids'),
    muteIds: nodeIds('User', 'm.mute_ids'),
    importedVotes: 'm.imported_votes',
    importedDownvotes: 'm.imported_downvotes',
    createdAt: 'm.created_at',
  },
  from: 'post_merges m',
  owner: 'm.organization_id',
  key: ['m.child_id'],
  page: TEXT_PAGE,
}
