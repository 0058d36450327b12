import { enumName, localeName, nodeId } from '../columns.ts'
import { TEXT_PAGE, type ExportTable } from '../table.ts'

export const ROADMAPS: ExportTable = {
  file: 'roadmaps',
  columns: {
    id: nodeId('Roadmap', 'r.id'),
    slug: 'r.slug',
    title: 'r.title',
    description: 'r.description',
    isPublic: 'r.is_public',
    status: enumName('r.status'),
    icon: `json_build_object('type', r.icon_type, 'value', r.icon_value)`,
    mode: enumName('r.mode'),
    scoreType: enumName('r.score_type'),
    archived: 'r.archived',
    kanbanViewGroup: enumName('r.kanban_view_group'),
    startDate: 'r.start_date',
    endDate: 'r.end_date',
    ownerId: nodeId('User', 'r.owner_id'),
    createdAt: 'r.created_at',
    updatedAt: 'r.updated_at',
  },
  from: 'roadmaps r',
  owner: 'r.organization_id',
  key: ['r.id'],
  page: TEXT_PAGE,
}

export const ROADMAP_POSTS: ExportTable = {
  file: 'roadmap_posts',
  columns: {
    roadmapId: nodeId('Roadmap', 'r.roadmap_id'),
    postId: nodeId('Post', 'r.post_id'),
    position: 'r.position',
    reach: 'r.reach',
    impact: 'r.impact',
    confidence: 'r.confidence',
    effort: 'r.effort',
    ease: 'r.ease',
    plannedFor: 'r.planned_for::text',
    createdAt: 'r.created_at',
  },
  from: 'roadmap_posts r',
  owner: 'r.organization_id',
  key: ['r.roadmap_id', 'r.post_id'],
}

export const CHANGELOGS: ExportTable = {
  file: 'changelogs',
  columns: {
    id: nodeId('Changelog', 'c.id'),
    slug: 'c.slug',
    title: 'c.title',
    descriptionHtml: 'c.description_html',
    locale: localeName('c.locale'),
    originalId: nodeId('Changelog', 'c.original_id'),
    authorId: nodeId('User', 'c.author_id'),
    labelIds: `array(select ${nodeId('ChangelogLabel', 'l.label_id')} from changelog_label_entries l
      where l.organization_id = c.organization_id and l.changelog_id = c.id order by l.label_id)`,
    postIds: `array(select ${nodeId('Post', 'p.post_id')} from changelog_posts p
      where p.organization_id = c.organization_id and p.changelog_id = c.id order by p.position, p.post_id)`,
    publishedAt: 'c.published_at',
    scheduledAt: 'c.scheduled_at',
    notify: 'c.notify',
    notifiedAt: 'c.notified_at',
    createdAt: 'c.created_at',
    updatedAt: 'c.updated_at',
  },
  from: 'changelogs c',
  owner: 'c.organization_id',
  key: ['c.id'],
  page: TEXT_PAGE,
  texts: ['descriptionHtml'],
}
