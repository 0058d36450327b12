import { convert, inPhases, loss, plainRows, type List } from '../../lists.ts'
import type { Inspection, Reader, ReadOptions } from '../../reader.ts'
import { SourceFault } from '../../source-fault.ts'
import { openCsv, type CsvTable } from '../../sources/csv.ts'
import { isSecretName } from '../../sources/secrets.ts'
import type { SourceFiles } from '../../sources/source-files.ts'
import { assertHeadings, assertRows } from '../../sources/tables.ts'
import { dateOrderOf, datesWith, orderDecision, type FoundOrder } from './date-order.ts'
import { columnsOf, titleProblem, type CsvColumns } from './headings.ts'
import { toPost, toVote } from './posts.ts'

/** Reads plain CSV: a file of posts and, as an option, a file of votes. */
export const csvReader: Reader = {
  source: 'csv',
  inspect: async (files, options = {}) => {
    const { posts, columns, order, votesOrder } = await openPlain(files, options)
    const { heading, tags, unknown } = columns
    const reason = titleProblem(columns, posts.headings)
    const inspection: Inspection = {
      sourceName: 'csv:default',
      format: 'csv',
      decisions: [
        ...(reason === null ? [] : [{ option: '--columns', reason }]),
        ...orderDecision(order === 'unknown' ? order : votesOrder, options),
      ],
      losses: [
        ...unknown.map((name) => loss(`column ${name}`, 'Its heading is not recognized.')),
        ...(heading.id === undefined
          ? [loss('ids', 'The file has none, so a post whose title or text changes is a new post.')]
          : []),
      ],
      columns: { ...heading, ...(tags.length > 0 && { tags: tags.join('|') }) },
      headings: posts.headings.filter((name) => name !== '' && !isSecretName(name)),
    }
    return inspection
  },
  read: async function* (files, options = {}) {
    const plain = await openPlain(files, options)
    const problem = titleProblem(plain.columns, plain.posts.headings)
    if (problem !== null) throw new SourceFault(problem, { file: plain.posts.file })
    yield* inPhases(plainLists(plain), options)
  },
}

type Plain = {
  posts: CsvTable
  columns: CsvColumns
  order: FoundOrder
  votes: CsvTable | null
  votesOrder: FoundOrder
}

async function openPlain(files: SourceFiles, options: ReadOptions): Promise<Plain> {
  const file = onlyFile(files)
  const first = await openCsv(files, file, { ...options, guarded: true })
  const columns = columnsOf(file, first.headings, options.columns)
  await assertRows(first)
  const { createdAt, updatedAt } = columns.heading
  const order = await dateOrderOf(
    first,
    [createdAt, updatedAt].flatMap((heading) => heading ?? []),
  )
  const posts = await openCsv(files, file, { ...datesWith(order, options), guarded: true })
  if (!options.votes) return { posts, columns, order, votes: null, votesOrder: undefined }
  const votesFile = onlyFile(options.votes)
  const votesFirst = await openCsv(options.votes, votesFile, { ...options, guarded: true })
  assertHeadings(votesFirst, ['source_id', 'voter_email'])
  const votesOrder = await dateOrderOf(votesFirst, ['created_at'])
  const votes = await openCsv(options.votes, votesFile, { ...datesWith(votesOrder, options), guarded: true })
  return { posts, columns, order, votes, votesOrder }
}

function onlyFile(files: SourceFiles): string {
  const [file, ...others] = files.names.filter((name) => /\.(csv|tsv|txt)$/i.test(name))
  if (file === undefined) throw new SourceFault('The source has no CSV file.')
  if (others.length > 0) throw new SourceFault('The source has several CSV files. Import one of them.')
  return file
}

const plainLists = ({ posts, columns, votes }: Plain): List[] => [
  {
    gives: ['settings', 'people', 'posts'],
    read: () => convert('post', plainRows(posts.rows()), (row) => toPost(row, columns, posts.delimiter)),
  },
  ...(votes
    ? [{ gives: ['people', 'votes'] as const, read: () => convert('vote', plainRows(votes.rows()), toVote) }]
    : []),
]
