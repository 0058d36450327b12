import { boundedJson } from '../../../lib/text/json-bounds.ts'
import { convert, inPhases, loss, plainRows, type List } from '../../lists.ts'
import type { Loss } from '../../items.ts'
import type { Reader, ReadOptions } from '../../reader.ts'
import { SourceFault } from '../../source-fault.ts'
import type { CsvTable } from '../../sources/csv.ts'
import { JSON_BOUNDS } from '../../sources/json-limits.ts'
import type { Row } from '../../sources/row.ts'
import { findFile, readWhole, type SourceFiles } from '../../sources/source-files.ts'
import { assertHeadings, openTables } from '../../sources/tables.ts'
import { toBoard, toChangelog, toStatus, toTag, toUser } from './lists.ts'
import { readTagNames, toComment, toPost, toVote } from './posts.ts'
import { openTemplate, templateLists } from './template.ts'

const FORMS = {
  boards: ['id', 'slug', 'name'],
  statuses: ['id', 'name', 'category'],
  tags: ['id', 'name', 'color'],
  posts: ['id', 'title', 'content', 'status', 'board', 'vote_count'],
  post_comments: ['id', 'post_id', 'content', 'is_private'],
  post_votes: ['id', 'post_id', 'voter_email'],
  users: ['name', 'email', 'segments'],
  companies: ['name', 'domain'],
  changelog: ['id', 'title', 'published_at'],
}
type Tables = Partial<Record<keyof typeof FORMS, CsvTable>>

/** Reads Quackback's export, as a zip archive or unpacked, and its template for imports. */
export const quackbackReader: Reader = {
  source: 'quackback',
  inspect: async (files, options = {}) => {
    const manifest = findFile(files, 'manifest.json')
    if (manifest === null) {
      await openTemplate(files, options)
      return { sourceName: 'quackback:template', format: 'template', decisions: [], losses: [] }
    }
    const slug = await workspaceOf(files, manifest)
    await openExport(files, options)
    return { sourceName: `quackback:${slug}`, format: 'export', decisions: [], losses: [] }
  },
  read: async function* (files, options = {}) {
    if (findFile(files, 'manifest.json') === null) {
      yield* inPhases(templateLists(await openTemplate(files, options)), options)
      return
    }
    yield* inPhases(await exportLists(await openExport(files, options)), options, ignored(files))
  },
}

const MAX_MANIFEST = 1024 ** 2

async function workspaceOf(files: SourceFiles, file: string): Promise<string> {
  const json = boundedJson(await readWhole(files, file, MAX_MANIFEST), JSON_BOUNDS)
  if (typeof json !== 'object' || json === null)
    throw new SourceFault('The manifest is not valid JSON.', { file })
  const manifest = json as { format_version?: unknown; generator?: unknown; workspace_slug?: unknown }
  if (manifest.generator !== 'quackback') throw new SourceFault('The generator is not "quackback".', { file })
  if (manifest.format_version !== 1)
    throw new SourceFault(`The format version ${JSON.stringify(manifest.format_version)} is not 1.`, { file })
  return typeof manifest.workspace_slug === 'string' ? manifest.workspace_slug : 'default'
}

async function openExport(files: SourceFiles, options: ReadOptions): Promise<Tables & { posts: CsvTable }> {
  const tables = await openTables(files, FORMS, { ...options, guarded: true })
  if (!tables.posts) throw new SourceFault('The export has no file "posts.csv".')
  assertHeadings(tables.posts, FORMS.posts)
  return { ...tables, posts: tables.posts }
}

async function exportLists(tables: Tables): Promise<List[]> {
  const tagNames = await readTagNames(tables.tags?.rows() ?? noRows())
  const rows = (name: keyof Tables) => plainRows(tables[name]?.rows() ?? noRows())
  return [
    { gives: ['settings'], read: () => convert('status', rows('statuses'), toStatus) },
    { gives: ['settings'], read: () => convert('bucket', rows('boards'), toBoard) },
    { gives: ['settings'], read: () => convert('tag', rows('tags'), toTag) },
    { gives: ['people'], read: () => convert('person', rows('users'), toUser) },
    { gives: ['people'], read: () => convert('person', rows('companies'), lostCompany) },
    {
      gives: ['settings', 'people', 'posts'],
      read: () => convert('post', rows('posts'), (row) => toPost(row, tagNames)),
    },
    // Comments have names of people, and votes have none.
    { gives: ['people', 'comments'], read: () => convert('comment', rows('post_comments'), toComment) },
    { gives: ['people', 'votes'], read: () => convert('vote', rows('post_votes'), toVote) },
    { gives: ['changelogs'], read: () => convert('changelog', rows('changelog'), toChangelog) },
  ]
}

async function* noRows(): AsyncGenerator<Row> {}

const lostCompany = () => ({ losses: [loss('companies', 'The export does not name their people.')] })

/** Files of the export that are left out. */
function ignored(files: SourceFiles): Loss[] {
  return ['conversations.jsonl', 'kb_articles.csv']
    .filter((name) => findFile(files, name) !== null)
    .map((name) => loss(`file ${name}`, 'The service has no such content.'))
}
