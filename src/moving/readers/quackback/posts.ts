import {
  byName,
  commentDraft,
  droppedAddress,
  keyOfName,
  personByEmail,
  postDraft,
  titleAndText,
} from '../../drafts.ts'
import { loss, type Found } from '../../lists.ts'
import type { VoteRecord } from '../../records.ts'
import { emailOf } from '../../rules/emails.ts'
import { ANONYMOUS } from '../../rules/people.ts'
import type { Row } from '../../sources/row.ts'

/** Names of tags, longest first, because a name may contain the comma that separates them. */
export async function readTagNames(rows: AsyncIterable<Row>): Promise<string[]> {
  const names: string[] = []
  for await (const row of rows) names.push(row.word('name') ?? '')
  return names.filter((name) => name !== '').sort((one, other) => other.length - one.length)
}

/** Splits names that are joined by commas. Names of tags win over parts of them. */
function splitTags(joined: string, names: readonly string[]): string[] {
  const tags: string[] = []
  for (let rest = joined.trim(); rest !== '';) {
    const name = names.find((one) => rest === one || rest.startsWith(`${one},`)) ?? rest.split(',')[0] ?? rest
    if (name.trim() !== '') tags.push(name.trim())
    rest = rest.slice(name.length + 1).trim()
  }
  return [...new Set(tags)]
}

/** Converts a post. Its board is a slug, and its status and tags are names. */
export function toPost(row: Row, tagNames: readonly string[]): Found {
  const { origin } = row
  const author = personByEmail(row, { email: 'author_email', name: 'author_name' })
  const [status, slug] = [row.word('status'), row.word('board')]
  const tags = splitTags(row.word('tags') ?? '', tagNames)
  const post = postDraft(row, row.id(), {
    ...titleAndText(row, 'title', { markdown: row.text('content') ?? '' }),
    bucket: slug,
    status: status === undefined ? undefined : keyOfName(status),
    submitter: author.externalId,
    tags: tags.map(keyOfName),
    votesCount: row.count('vote_count'),
    createdAt: row.moment('created_at'),
  })
  return {
    records: [
      ...(status === undefined ? [] : [byName('status', status, origin)]),
      ...(slug === undefined ? [] : [byName('bucket', slug, origin)]),
      ...tags.map((tag) => byName('tag', tag, origin)),
      author,
      post,
    ],
    losses: [droppedAddress(row, 'author_email')],
  }
}

/** Converts a vote. One without an address is only in the count of the post. */
export function toVote(row: Row): Found {
  const [externalId, post, given] = [row.id(), row.id('post_id'), row.word('voter_email')]
  const email = given === undefined ? null : emailOf(given)
  if (email === null) return {}
  const { origin } = row
  const vote: VoteRecord = {
    type: 'vote',
    externalId,
    origin,
    post,
    person: email,
    direction: 'up',
    createdAt: row.moment('created_at'),
  }
  return { records: [{ type: 'person', externalId: email, origin, email }, vote] }
}

/** Converts a comment. One that is not published stays pending. */
export function toComment(row: Row): Found {
  const author = personByEmail(row, { email: 'author_email', name: 'author_name' })
  const state = row.word('moderation_state') ?? 'published'
  const comment = commentDraft(row, row.id(), {
    post: row.id('post_id'),
    parent: row.word('parent_id'),
    author: author.externalId,
    text: { markdown: row.text('content') ?? '' },
    internal: row.flag('is_private') ?? false,
    approval: state === 'published' ? 'approved' : 'pending',
    createdAt: row.moment('created_at'),
    updatedAt: row.moment('updated_at'),
  })
  const isTeam = author.externalId === ANONYMOUS && row.flag('is_team_member') === true
  return {
    records: [author, comment],
    losses: [loss('roles', 'A file grants no role.', Number(isTeam)), droppedAddress(row, 'author_email')],
  }
}
