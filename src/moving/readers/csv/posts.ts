import { createHash } from 'node:crypto'
import { splitList } from '../../../lib/text/list-text.ts'
import { byName, keyOfName, pathOf, personByEmail, postDraft, titleAndText } from '../../drafts.ts'
import { loss, type Found } from '../../lists.ts'
import type { Row } from '../../sources/row.ts'
import type { CsvColumns } from './headings.ts'

/** A heading that no file has. */
const ABSENT = '\0'

/** Converts a row of posts. All of its problems are reported. */
export function toPost(row: Row, { heading, tags: tagHeadings }: CsvColumns, delimiter: string): Found {
  const { origin } = row
  const named = (field: keyof CsvColumns['heading']) => heading[field] ?? ABSENT
  const person = { email: named('authorEmail'), name: named('authorName') }
  const author = personByEmail(row, person, { strict: true })
  const [status, bucket] = [row.word(named('status')), row.word(named('bucket'))]
  const tags = tagsOf(row, tagHeadings, delimiter)
  const text = row.text(named('description')) ?? ''
  const content = titleAndText(row, named('title'), { markdown: text })
  const createdAt = row.moment(named('createdAt'))
  const id =
    heading.id === undefined
      ? hashOf([content.title, author.externalId, createdAt ?? '', text])
      : row.id(heading.id)
  const post = postDraft(row, id, {
    ...content,
    bucket: bucket === undefined ? undefined : keyOfName(bucket),
    status: status === undefined ? undefined : keyOfName(status),
    submitter: author.externalId,
    tags: [...new Set(tags.map(keyOfName))],
    slug: row.word(named('slug')),
    ...votesOf(row, named('votes'), named('downvotes')),
    paths: pathsOf(row.word(named('url'))),
    createdAt,
    updatedAt: row.moment(named('updatedAt')),
  })
  return {
    records: [
      ...(status === undefined ? [] : [byName('status', status, origin)]),
      ...(bucket === undefined ? [] : [byName('bucket', bucket, origin)]),
      ...tags.map((tag) => byName('tag', tag, origin)),
      author,
      post,
    ],
    losses: [loss('comments', 'The file has their number only.', row.count(named('comments')) ?? 0)],
  }
}

/** Numbers of votes. A score below 0 counts down-votes, unless the file has their number. */
function votesOf(row: Row, votes: string, downvotes: string) {
  const [score, against] = [row.score(votes), row.count(downvotes)]
  const isNegative = score !== undefined && score < 0
  return { votesCount: isNegative ? 0 : score, downvotesCount: against ?? (isNegative ? -score : undefined) }
}

/** Names of tags. A semicolon separates them too where it is not the delimiter. */
const tagsOf = (row: Row, headings: readonly string[], delimiter: string): string[] =>
  headings.flatMap((heading) => splitList(row.word(heading) ?? '', delimiter === ';' ? ',' : ',;'))

/** Path of an address. Canny's addresses of the team lead to the public path. */
function pathsOf(url: string | undefined): string[] {
  const path = pathOf(url)?.replace(/^\/admin\/board(?=\/[^/]+\/p\/)/, '')
  return path === undefined ? [] : [path]
}

/** Key of a row without an id. */
const hashOf = (parts: string[]) =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32)

/** Converts a row of votes. */
export function toVote(row: Row): Found {
  const post = row.id('source_id')
  const voter = personByEmail(row, { email: 'voter_email', name: ABSENT }, { strict: true })
  if (row.word('voter_email') === undefined) row.refuse('voter_email', '', 'is missing')
  const createdAt = row.moment('created_at')
  return {
    records: [
      voter,
      {
        type: 'vote',
        externalId: `${post}:${voter.externalId}`,
        origin: row.origin,
        post,
        person: voter.externalId,
        direction: row.word('direction')?.toLowerCase() === 'down' ? 'down' : 'up',
        createdAt,
      },
    ],
  }
}
