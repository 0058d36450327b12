import { boundedJson } from '../../../lib/text/json-bounds.ts'
import { splitList } from '../../../lib/text/list-text.ts'
import {
  anonymousPerson,
  byName,
  commentDraft,
  droppedAddress,
  keyOfName,
  personByEmail,
  postDraft,
  titleAndText,
} from '../../drafts.ts'
import { loss, type Found } from '../../lists.ts'
import type { CommentRecord, NeutralRecord, PersonRecord } from '../../records.ts'
import { ANONYMOUS } from '../../rules/people.ts'
import { JSON_BOUNDS } from '../../sources/json-limits.ts'
import type { Row } from '../../sources/row.ts'
import { field, ideaField } from './fields.ts'
import { leftOut, moderationOf } from './moderation.ts'

/**
 * Converts an idea with its forum, labels, response and merge. `given` contains the ideas before it. In a file with
 * voters, the user of a row is no author. An idea that a moderator has not published is pending or left out.
 */
export function toIdea(row: Row, given: Set<string>, hasVoters = false): Found {
  const { origin } = row
  const id = row.id(ideaField(row, 'Id'))
  if (given.has(id)) return {}
  given.add(id)
  const moderation = moderationOf(row)
  if ('reason' in moderation) return leftOut('post', id, origin, moderation.reason)
  const value = (...names: string[]) => row.word(ideaField(row, ...names))
  const [forum, status, parent] = [
    value('Forum Name', 'Forum'),
    value('Public Status Name', 'Status', 'Status Name'),
    value('Parent Id', 'Parent.Id', 'Merged Into Id'),
  ]
  const tags = [...new Set([...listOf(value('Category', 'Category Name')), ...listOf(value('Labels'))])]
  const { author, losses } = creatorOf(row, hasVoters)
  const post = postDraft(row, id, {
    ...titleAndText(row, ideaField(row, 'Title'), {
      plain: row.text(ideaField(row, 'Description', 'Text', 'Body')) ?? '',
    }),
    bucket: forum === undefined ? undefined : keyOfName(forum),
    status: status === undefined ? undefined : keyOfName(status),
    submitter: author.externalId,
    tags: tags.map(keyOfName),
    ...(parent === undefined && { votesCount: row.count(ideaField(row, ...COUNTS)) }),
    approval: moderation.approval,
    notes: [...noteOf('Votes', value('Votes')), ...noteOf('Lists', value('List Names'))],
    createdAt: row.moment(ideaField(row, 'Created At', 'created_timestamp', 'Created')),
    updatedAt: row.moment(ideaField(row, 'Updated At', 'updated_timestamp')),
  })
  const records: NeutralRecord[] = [
    ...(forum === undefined ? [] : [byName('bucket', forum, origin)]),
    ...(status === undefined ? [] : [byName('status', status, origin)]),
    ...tags.map((tag) => byName('tag', tag, origin)),
    author,
    post,
    ...talkOf(row, id),
  ]
  if (parent !== undefined) records.push({ type: 'merge', externalId: id, origin, child: id, parent })
  return { records, losses }
}

const COUNTS = ['Supporters', 'Supporters Count', 'Supporter Count', 'Voters Count']

const noteOf = (name: string, value: string | undefined) => (value === undefined ? [] : [`${name}: ${value}`])

/** Labels are a JSON array or a text with commas. */
function listOf(text: string | undefined): string[] {
  if (text === undefined) return []
  const values = text.startsWith('[') ? boundedJson(Buffer.from(text), JSON_BOUNDS) : null
  // Any other text that starts with a bracket is plain.
  if (Array.isArray(values)) return values.map(String).filter((value) => value.trim() !== '')
  return splitList(text)
}

function creatorOf(row: Row, hasVoters: boolean) {
  const ofUser = (...names: string[]) => (hasVoters ? [] : names)
  const email = field(
    row,
    ...['Idea Creator Email Address', 'Idea Creator Email', 'Creator Email', 'suggestion.creator.email'],
    ...ofUser('User Email', 'Email'),
  )
  const name = field(
    row,
    ...['Idea Creator Name', 'Creator Name', 'suggestion.creator.name'],
    ...ofUser('User Name', 'User'),
  )
  return { author: personByEmail(row, { email, name }), losses: [droppedAddress(row, email)] }
}

/** The public answer, which is pinned, and the notes of the team. */
function talkOf(row: Row, post: string): NeutralRecord[] {
  const named = (...names: string[]) => ideaField(row, ...names)
  const response = row.text(
    named(
      'Response',
      'Response Text',
      'Public Status Update Message',
      'Public Status Message',
      'Status Message',
    ),
  )
  const note = row.text(named('Notes', 'Internal Notes', 'Admin Notes'))
  const answered = ['Response Date', 'Response Created At', 'Public Status Updated Timestamp']
  const createdAt = row.moment(named(...answered, 'Status Updated At'))
  const answerer = personByEmail(row, {
    email: named('Public Status Creator Email Address', 'Response Creator Email'),
    name: named('Public Status Creator Name', 'Response Creator Name'),
  })
  const noter = anonymousPerson(row.origin)
  const comment = (key: string, author: PersonRecord, plain: string, rest: Partial<CommentRecord>) => [
    author,
    commentDraft(row, `${key}:${post}`, { post, author: author.externalId, text: { plain }, ...rest }),
  ]
  return [
    ...(response === undefined ? [] : comment('response', answerer, response, { pinned: true, createdAt })),
    ...(note === undefined ? [] : comment('note', noter, note, { internal: true })),
  ]
}

/**
 * Converts the voter of a row of the full export: one vote and one subscription for each idea and person. The row of an
 * idea without voters has none.
 */
export function toVoter(row: Row, given: Set<string>): Found {
  if ('reason' in moderationOf(row) || row.word(ideaField(row, 'Voters Count')) === '0') return {}
  const post = row.id(ideaField(row, 'Id'))
  const person = personByEmail(row, { email: 'User Email Address', name: 'User Name' })
  if (person.externalId === ANONYMOUS)
    return { losses: [loss('voters', 'They have neither an address nor a name.')] }
  const guid = row.word(field(row, 'User Guid', 'User GUID', 'User External Id'))
  const externalId = `${post}:${person.externalId}`
  if (given.has(externalId)) return {}
  given.add(externalId)
  const createdAt = row.moment(
    field(
      row,
      ...[
        'Voted At',
        'Vote Created At',
        'Supporter Created At',
        'User Voted At',
        'Linked Idea Creation Date',
      ],
    ),
  )
  const { origin } = row
  const rest = { externalId, origin, post, person: person.externalId, createdAt }
  const fields = guid === undefined ? {} : { customFields: { uservoice_guid: guid } }
  return {
    records: [
      { ...person, ...fields },
      { type: 'vote', ...rest, direction: 'up' },
      { type: 'subscription', ...rest },
    ],
    losses: [droppedAddress(row, 'User Email Address')],
  }
}
