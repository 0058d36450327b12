import { convert, inPhases, type Found, type List } from '../../lists.ts'
import type { Reader, ReadOptions } from '../../reader.ts'
import { ANONYMOUS } from '../../rules/people.ts'
import { SourceFault } from '../../source-fault.ts'
import { answerRows, answersOf } from '../../sources/answers.ts'
import type { SourceFiles } from '../../sources/source-files.ts'
import { toDiscussion } from './discussions.ts'
import { commentOf, toIssue } from './issues.ts'
import { personOf } from './people.ts'

const LISTS = ['issues', 'gh-issue-list', 'issue-comments', 'reactions', 'discussions'] as const

/** Reads saved answers of GitHub: issues of REST or of `gh issue list --json`, and discussions of GraphQL. */
export const githubReader: Reader = {
  source: 'github',
  inspect: async (files, options = {}) => {
    const answers = answersOf(files, LISTS)
    const lists = [...answers.issues, ...answers['gh-issue-list'], ...answers.discussions]
    if (lists.length === 0)
      throw new SourceFault(
        'The source has no answer whose name starts with "issues", "gh-issue-list" or "discussions".',
      )
    for await (const { row } of answerRows(files, lists, ['nodes'], options)) {
      const [, repository] =
        /^https?:\/\/[^/]+\/([^/]+\/[^/]+)\//.exec(row.word('html_url') ?? row.word('url') ?? '') ?? []
      if (repository !== undefined)
        return { sourceName: `github:${repository}`, format: 'api', decisions: [], losses: [] }
    }
    return { sourceName: 'github:default', format: 'api', decisions: [], losses: [] }
  },
  read: async function* (files, options = {}) {
    yield* inPhases(githubLists(files, options), options)
  },
}

function githubLists(files: SourceFiles, options: ReadOptions): List[] {
  const answers = answersOf(files, LISTS)
  const rows = (list: (typeof LISTS)[number]) => answerRows(files, answers[list], ['nodes'], options)
  const gives = ['settings', 'people', 'comments', 'roadmaps', 'posts'] as const
  return [
    { gives, read: () => convert('post', rows('issues'), toIssue) },
    { gives, read: () => convert('post', rows('gh-issue-list'), toIssue) },
    {
      gives: ['settings', 'people', 'comments', 'posts'],
      read: () => convert('post', rows('discussions'), toDiscussion),
    },
    {
      gives: ['people', 'votes'],
      read: () => convert('vote', rows('reactions'), (row, { about }) => toReaction(row, about)),
    },
    {
      gives: ['people', 'comments'],
      read: () => convert('comment', rows('issue-comments'), (row, { about }) => toComment(row, about)),
    },
  ]
}

type Item = Parameters<typeof personOf>[0]

/** A reaction of a person: `+1` is a vote. */
function toReaction(row: Item, issue: string | undefined): Found {
  if (row.word('content') !== '+1') return {}
  if (issue === undefined) row.refuse('issue', '', 'is not in the name of the file')
  const person = personOf(row, 'user')
  const post = `issue:${issue}`
  if (person.deleted || person.externalId === ANONYMOUS) return {}
  return {
    records: [
      person,
      {
        type: 'vote',
        externalId: `${post}:${person.externalId}`,
        origin: row.origin,
        post,
        person: person.externalId,
        direction: 'up',
        createdAt: row.moment('created_at'),
      },
    ],
  }
}

/** A comment names its issue by address, or the file names it. */
function toComment(row: Item, about: string | undefined): Found {
  const number = /\/issues\/(\d+)$/.exec(row.word('issue_url') ?? '')?.[1] ?? about
  if (number === undefined) row.refuse('issue_url', row.value('issue_url'), 'names no issue')
  if (/\/pull\/\d+#/.test(row.word('html_url') ?? '')) return {}
  return commentOf(row, `issue:${number}`, 'user')
}
