import { convert, inPhases, type Found, type List } from '../../lists.ts'
import type { Reader, ReadOptions } from '../../reader.ts'
import { SourceFault } from '../../source-fault.ts'
import { answerRows, answersOf } from '../../sources/answers.ts'
import type { Row } from '../../sources/row.ts'
import type { SourceFiles } from '../../sources/source-files.ts'
import { toBoard, toEntry, toTag, toUser } from './lists.ts'
import { readMerges, readVoteCopies, toPost } from './posts.ts'
import { readCommentKeys, toComment, toStatusChange, toVote } from './talk.ts'

/** Lists of the API, as files of saved answers name them. */
const CANNY_LISTS = [
  'boards',
  'categories',
  'tags',
  'posts',
  'votes',
  'comments',
  'status_changes',
  'entries',
  'users',
  'companies',
] as const
export type CannyList = (typeof CANNY_LISTS)[number]

/** Keys under which answers have their list: the name of the list for v1, `items` for v2. */
const KEYS: Partial<Record<CannyList, string>> = { status_changes: 'statusChanges' }

/** Reads saved answers of Canny's API, in either version. */
export const cannyReader: Reader = {
  source: 'canny',
  inspect: async (files, options = {}) => {
    const answers = answersOf(files, CANNY_LISTS)
    if (answers.posts.length === 0) throw new SourceFault('The source has no answer of the list "posts".')
    return { sourceName: await sourceNameOf(files, options), format: 'api', decisions: [], losses: [] }
  },
  read: async function* (files, options = {}) {
    yield* inPhases(await cannyLists(files, options), options)
  },
}

/** Rows of a list. */
export type CannyRows = (list: CannyList) => AsyncGenerator<{ row: Row }>

async function cannyLists(files: SourceFiles, options: ReadOptions): Promise<List[]> {
  const answers = answersOf(files, CANNY_LISTS)
  const rows: CannyRows = (list) =>
    answerRows(files, answers[list], ['items', list, KEYS[list] ?? list], options)
  const merges = await readMerges(rows)
  const isCopy = await readVoteCopies(rows, merges)
  const commentKeys = answers.status_changes.length > 0 ? await readCommentKeys(rows) : null
  const list = (type: Parameters<typeof convert>[0], name: CannyList, toFound: (row: Row) => Found) => () =>
    convert(type, rows(name), toFound)
  return [
    { gives: ['settings'], read: list('bucket', 'boards', toBoard) },
    { gives: ['settings'], read: list('tag', 'categories', toTag) },
    { gives: ['settings'], read: list('tag', 'tags', toTag) },
    { gives: ['people'], read: list('person', 'users', toUser) },
    {
      gives: ['settings', 'people', 'merges', 'posts'],
      read: list('post', 'posts', (row) => toPost(row, merges)),
    },
    { gives: ['people', 'votes'], read: list('vote', 'votes', (row) => toVote(row, isCopy)) },
    { gives: ['people', 'comments'], read: list('comment', 'comments', toComment) },
    {
      gives: ['people', 'comments'],
      read: list('comment', 'status_changes', (row) => toStatusChange(row, commentKeys)),
    },
    { gives: ['settings', 'changelogs'], read: list('changelog', 'entries', toEntry) },
  ]
}

async function sourceNameOf(files: SourceFiles, options: ReadOptions): Promise<string> {
  const answers = answersOf(files, CANNY_LISTS)
  for await (const { row } of answerRows(
    files,
    [...answers.boards, ...answers.posts],
    ['boards', 'posts', 'items'],
    options,
  )) {
    const url = row.word('url') ?? ''
    const host = URL.canParse(url) ? new URL(url).hostname : ''
    if (host !== '') return `canny:${host.split('.')[0]}`
  }
  return 'canny:default'
}
