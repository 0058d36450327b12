import { convert, inPhases, type List } from '../../lists.ts'
import type { Reader, ReadOptions } from '../../reader.ts'
import { deletedWithReplies, type ReplyFacts } from '../../replies.ts'
import { SourceFault } from '../../source-fault.ts'
import { answerRows, answersOf } from '../../sources/answers.ts'
import type { Row } from '../../sources/row.ts'
import type { SourceFiles } from '../../sources/source-files.ts'
import { toBoard, toChangelog, toPerson } from './lists.ts'
import { toComment, toPost, toVote } from './posts.ts'

const LISTS = ['boards', 'posts', 'comments', 'voters', 'contacts', 'admins', 'changelogs'] as const
type FeaturebaseList = (typeof LISTS)[number]

/** Reads saved answers of Featurebase's API. */
export const featurebaseReader: Reader = {
  source: 'featurebase',
  inspect: async (files, options = {}) => {
    const { posts, changelogs } = answersOf(files, LISTS)
    if (posts.length === 0) throw new SourceFault('The source has no answer of the list "posts".')
    for await (const { row } of answerRows(files, [...posts, ...changelogs], ['data', 'results'], options)) {
      const url = row.word('postUrl') ?? row.word('url') ?? ''
      const [name] = URL.canParse(url) ? new URL(url).hostname.split('.') : []
      if (name) return { sourceName: `featurebase:${name}`, format: 'api', decisions: [], losses: [] }
    }
    return { sourceName: 'featurebase:default', format: 'api', decisions: [], losses: [] }
  },
  read: async function* (files, options = {}) {
    yield* inPhases(await featurebaseLists(files, options), options)
  },
}

async function featurebaseLists(files: SourceFiles, options: ReadOptions): Promise<List[]> {
  const answers = answersOf(files, LISTS)
  const rows = (list: FeaturebaseList) => answerRows(files, answers[list], ['data', 'results'], options)
  const ids = await readIds(rows('posts'))
  const boards = await readIds(rows('boards'))
  const kept = await deletedWithReplies(repliesOf(rows('comments')))
  // Voters of a lone post may be in a file without its id.
  const [lone] = ids.size === 1 ? ids : []
  return [
    { gives: ['settings'], read: () => convert('bucket', rows('boards'), toBoard) },
    { gives: ['people'], read: () => convert('person', rows('contacts'), toPerson) },
    { gives: ['people'], read: () => convert('person', rows('admins'), toPerson) },
    {
      gives: ['people', 'votes'],
      read: () => convert('vote', rows('voters'), (row, { about }) => toVote(row, about ?? lone)),
    },
    {
      gives: ['settings', 'people', 'posts'],
      read: () => convert('post', rows('posts'), (row) => toPost(row, boards)),
    },
    {
      gives: ['people', 'comments'],
      read: () => convert('comment', rows('comments'), (row) => toComment(row, kept)),
    },
    {
      gives: ['settings', 'changelogs'],
      read: () => convert('changelog', rows('changelogs'), (row, { about }) => toChangelog(row, about)),
    },
  ]
}

async function readIds(rows: AsyncIterable<{ row: Row }>): Promise<ReadonlySet<string>> {
  const ids = new Set<string>()
  for await (const { row } of rows) ids.add(row.word('id') ?? '')
  return ids
}

async function* repliesOf(rows: AsyncIterable<{ row: Row }>): AsyncGenerator<ReplyFacts> {
  for await (const { row } of rows) {
    const id = row.word('id')
    const deleted = row.flag('isDeleted') ?? false
    if (id !== undefined) yield { id, parent: row.word('parentCommentId'), deleted }
  }
}
