import { splitList } from '../../../lib/text/list-text.ts'
import { byName, commentDraft, keyOfName, personByName, postDraft, titleAndText } from '../../drafts.ts'
import { convert, loss, plainRows, type Found, type List } from '../../lists.ts'
import type { ReadOptions } from '../../reader.ts'
import type { NeutralRecord } from '../../records.ts'
import { SourceFault } from '../../source-fault.ts'
import { openCsv, type CsvTable } from '../../sources/csv.ts'
import type { Row } from '../../sources/row.ts'
import type { SourceFiles } from '../../sources/source-files.ts'
import { assertHeadings } from '../../sources/tables.ts'

/**
 * Opens `posts.csv`.
 * @throws SourceFault without a CSV file that has its columns
 */
export async function openPostsCsv(files: SourceFiles, options: ReadOptions): Promise<CsvTable> {
  const [file, ...others] = files.names.filter((name) => /\.csv$/i.test(name))
  if (file === undefined || others.length > 0)
    throw new SourceFault('The source is neither a backup of Fider nor its file posts.csv.')
  const table = await openCsv(files, file, options)
  assertHeadings(table, ['number', 'title', 'created_at', 'created_by', 'votes_count', 'status'])
  return table
}

/** Lists of `posts.csv`. It has names of people only, and no comments but responses. */
export const csvLists = (table: CsvTable): List[] => [
  {
    gives: ['settings', 'people', 'comments', 'merges', 'posts'],
    read: () => convert('post', plainRows(table.rows()), toPost),
  },
]

function toPost(row: Row): Found {
  const { origin } = row
  const number = row.id('number')
  const submitter = personByName(row.word('created_by'), origin)
  const status = byName('status', row.required('status'), origin)
  const tags = splitList(row.word('tags') ?? '')
  const original = row.word('original_number')
  const votesCount = row.count('votes_count')
  const post = postDraft(row, number, {
    ...titleAndText(row, 'title', { markdown: row.text('description') ?? '' }),
    status: status.externalId,
    submitter: submitter.externalId,
    tags: tags.map(keyOfName),
    ...(original === undefined && { votesCount }),
    paths: [`/posts/${number}`],
    createdAt: row.moment('created_at'),
  })
  const records: NeutralRecord[] = [status, ...tags.map((tag) => byName('tag', tag, origin)), submitter, post]
  if (original !== undefined)
    records.push({
      type: 'merge',
      externalId: number,
      origin,
      child: number,
      parent: original,
      createdAt: row.moment('responded_at'),
    })
  const missing = row.count('comments_count') ?? 0
  return {
    records: [...records, ...responseOf(row, number)],
    losses: [loss('comments', 'The file has their number only.', missing)],
  }
}

function responseOf(row: Row, post: string): NeutralRecord[] {
  const response = row.text('response')
  if (response === undefined) return []
  const author = personByName(row.word('responded_by'), row.origin)
  const comment = commentDraft(row, `response:${post}`, {
    post,
    author: author.externalId,
    text: { markdown: response },
    pinned: true,
    createdAt: row.moment('responded_at'),
  })
  return [author, comment]
}
