import { splitList } from '../../../lib/text/list-text.ts'
import { byName, keyOfName, personByEmail, postDraft, titleAndText } from '../../drafts.ts'
import { convert, plainRows, type Found, type List } from '../../lists.ts'
import type { ReadOptions } from '../../reader.ts'
import { SourceFault } from '../../source-fault.ts'
import { openCsv, type CsvTable } from '../../sources/csv.ts'
import type { Row } from '../../sources/row.ts'
import type { SourceFiles } from '../../sources/source-files.ts'
import { assertHeadings } from '../../sources/tables.ts'

/**
 * Opens the template.
 * @throws SourceFault without a CSV file that has its columns
 */
export async function openTemplate(files: SourceFiles, options: ReadOptions): Promise<CsvTable> {
  const [file, ...others] = files.names.filter((name) => /\.csv$/i.test(name))
  if (file === undefined || others.length > 0)
    throw new SourceFault('The source is neither an export of Quackback nor its template.')
  const table = await openCsv(files, file, { ...options, guarded: true })
  assertHeadings(table, ['title', 'content', 'source_id'])
  return table
}

/** Lists of the template. Votes are counted. An invalid address is an error, because people can correct it. */
export const templateLists = (table: CsvTable): List[] => [
  { gives: ['settings', 'people', 'posts'], read: () => convert('post', plainRows(table.rows()), toPost) },
]

function toPost(row: Row): Found {
  const { origin } = row
  const author = personByEmail(row, { email: 'author_email', name: 'author_name' }, { strict: true })
  const [status, name] = [row.word('status'), row.word('board')]
  const tags = [...new Set(splitList(row.word('tags') ?? ''))]
  const post = postDraft(row, row.id('source_id'), {
    ...titleAndText(row, 'title', { markdown: row.text('content') ?? '' }),
    bucket: name === undefined ? undefined : keyOfName(name),
    status: status === undefined ? undefined : keyOfName(status),
    submitter: author.externalId,
    tags: tags.map(keyOfName),
    votesCount: row.count('vote_count'),
    createdAt: row.moment('created_at'),
  })
  return {
    records: [
      ...(status === undefined ? [] : [byName('status', status, origin)]),
      ...(name === undefined ? [] : [byName('bucket', name, origin)]),
      ...tags.map((tag) => byName('tag', tag, origin)),
      author,
      post,
    ],
  }
}
