import { htmlToMarkdown } from '../../../lib/rich-text/html-markdown.ts'
import { nodeId } from '../columns.ts'
import { TEXT_PAGE, type ExportRow, type ExportTable } from '../table.ts'

const markdown =
  (column: string) =>
  (row: ExportRow): ExportRow => ({ ...row, [column]: htmlToMarkdown(String(row[column])) })

/** Other products call it so. */
const BUCKET_HEADING = 'board'
const TAG_NAMES = `array(select t.name from post_tags pt join tags t on t.organization_id = pt.organization_id and t.id = pt.tag_id
  where pt.organization_id = p.organization_id and pt.post_id = p.id order by t.name, t.id)`
const POST_JOINS = `join buckets b on b.organization_id = p.organization_id and b.id = p.bucket_id
  join statuses s on s.organization_id = p.organization_id and s.id = p.status_id
  join users u on u.organization_id = p.organization_id and u.id = p.submitter_id`

/** Posts as the import of plain CSV reads them. */
const SHEET_POSTS: ExportTable = {
  file: 'posts',
  columns: {
    id: nodeId('Post', 'p.id'),
    title: 'p.title',
    description: 'p.description_html',
    status: 's.name',
    [BUCKET_HEADING]: 'b.name',
    tags: TAG_NAMES,
    votes: 'p.votes_count',
    downvotes: 'p.downvotes_count',
    comments: 'p.comments_count',
    author_name: 'u.name',
    author_email: 'u.email',
    created_at: 'p.created_at',
    updated_at: 'p.updated_at',
    slug: 'p.slug',
    approval: 'p.approval_status::text',
    hidden: 'p.hidden',
    pinned: 'p.pinned',
    merged_into: nodeId('Post', 'p.merged_into_id'),
    '#author': nodeId('User', 'u.id'),
  },
  from: `posts p ${POST_JOINS}`,
  owner: 'p.organization_id',
  key: ['p.id'],
  page: TEXT_PAGE,
  people: [{ id: '#author', name: 'author_name', email: 'author_email' }],
  convert: markdown('description'),
}

const SHEET_COMMENTS: ExportTable = {
  file: 'comments',
  columns: {
    id: nodeId('Comment', 'c.id'),
    source_id: nodeId('Post', 'c.post_id'),
    parent_id: nodeId('Comment', 'c.parent_id'),
    body: 'c.body_html',
    author_name: 'u.name',
    author_email: 'u.email',
    internal: 'c.internal',
    pinned: 'c.pinned',
    approval: 'c.approval_status::text',
    created_at: 'c.created_at',
    deleted_at: 'c.deleted_at',
    '#author': nodeId('User', 'u.id'),
  },
  from: 'comments c join users u on u.organization_id = c.organization_id and u.id = c.author_id',
  owner: 'c.organization_id',
  key: ['c.id'],
  page: TEXT_PAGE,
  people: [{ id: '#author', name: 'author_name', email: 'author_email' }],
  convert: markdown('body'),
}

/** Votes as the second file of an import of plain CSV. */
const SHEET_VOTES: ExportTable = {
  file: 'votes',
  columns: {
    source_id: nodeId('Post', 'v.post_id'),
    voter_email: 'u.email',
    voter_name: 'u.name',
    direction: 'v.direction::text',
    created_at: 'v.created_at',
    '#voter': nodeId('User', 'u.id'),
  },
  from: 'votes v join users u on u.organization_id = v.organization_id and u.id = v.user_id',
  owner: 'v.organization_id',
  key: ['v.post_id', 'v.user_id'],
  people: [{ id: '#voter', name: 'voter_name', email: 'voter_email' }],
}

const SHEET_PEOPLE: ExportTable = {
  file: 'people',
  columns: {
    id: nodeId('User', 'u.id'),
    name: 'u.name',
    email: 'u.email',
    role: 'u.role::text',
    customer: 'u.customer_since is not null',
    blocked: 'u.blocked',
    labels: `coalesce(u.labels, '{}')`,
    created_at: 'u.created_at',
  },
  from: 'users u',
  owner: 'u.organization_id',
  key: ['u.id'],
  people: [{ id: 'id', name: 'name', email: 'email' }],
}

const SHEET_CHANGELOGS: ExportTable = {
  file: 'changelogs',
  columns: {
    id: nodeId('Changelog', 'c.id'),
    title: 'c.title',
    description: 'c.description_html',
    locale: 'c.locale',
    author_name: 'u.name',
    labels: `array(select l.name from changelog_label_entries e
      join changelog_labels l on l.organization_id = e.organization_id and l.id = e.label_id
      where e.organization_id = c.organization_id and e.changelog_id = c.id order by l.name, l.id)`,
    published_at: 'c.published_at',
    scheduled_at: 'c.scheduled_at',
    created_at: 'c.created_at',
    slug: 'c.slug',
    '#author': nodeId('User', 'u.id'),
  },
  from: 'changelogs c join users u on u.organization_id = c.organization_id and u.id = c.author_id',
  owner: 'c.organization_id',
  key: ['c.id'],
  page: TEXT_PAGE,
  people: [{ id: '#author', name: 'author_name' }],
  convert: markdown('description'),
}

/** Flat tables for spreadsheets. */
export const SHEETS: readonly ExportTable[] = [
  SHEET_POSTS,
  SHEET_COMMENTS,
  SHEET_VOTES,
  SHEET_PEOPLE,
  SHEET_CHANGELOGS,
]

/** The template of Quackback, with the posts that its public lists would show. It has neither voters nor comments. */
export const QUACKBACK: ExportTable = {
  file: 'posts',
  columns: {
    title: 'p.title',
    content: 'p.description_html',
    status: 's.name',
    tags: TAG_NAMES,
    [BUCKET_HEADING]: 'b.name',
    author_name: 'u.name',
    author_email: 'u.email',
    email_verified: 'u.account_id is not null',
    vote_count: 'p.votes_count',
    created_at: 'p.created_at',
    source_id: nodeId('Post', 'p.id'),
    '#author': nodeId('User', 'u.id'),
  },
  from: `posts p ${POST_JOINS}`,
  owner: 'p.organization_id',
  where: `p.merged_into_id is null and p.approval_status = 'approved' and not p.hidden`,
  key: ['p.id'],
  page: TEXT_PAGE,
  people: [{ id: '#author', name: 'author_name', email: 'author_email' }],
  convert: markdown('content'),
}
