import { addressOf, commentDraft, droppedAddress, personByEmail } from '../../drafts.ts'
import { loss, type Found } from '../../lists.ts'
import type { PersonRecord } from '../../records.ts'
import type { Row } from '../../sources/row.ts'
import { field } from './fields.ts'
import { leftOut, moderationOf } from './moderation.ts'

/** Converts a user of the classic set. Columns of addresses and browsers are not read. */
export function toUser(row: Row): Found {
  const email = addressOf(row, 'Email')
  if (email === undefined) return { losses: [loss('people', 'They have no e-mail address.')] }
  const guid = row.word('Guid')
  const person: PersonRecord = {
    type: 'person',
    externalId: email,
    origin: row.origin,
    name: row.word(field(row, 'Name', 'Display Name')),
    email,
    ...(guid !== undefined && { customFields: { uservoice_guid: guid } }),
    createdAt: row.moment('Created At'),
  }
  return { records: [person] }
}

/** Converts a comment of the classic set. One that a moderator has not published is pending or left out. */
export function toComment(row: Row): Found {
  const moderation = moderationOf(row)
  if ('reason' in moderation) return leftOut('comment', row.id('Id'), row.origin, moderation.reason)
  const email = field(row, 'User Email', 'Creator Email', 'Email')
  const author = personByEmail(row, { email, name: field(row, 'User Name', 'Creator Name', 'User') })
  const comment = commentDraft(row, row.id('Id'), {
    post: row.id(field(row, 'Suggestion Id', 'Idea Id')),
    author: author.externalId,
    text: { plain: row.text('Text') ?? '' },
    approval: moderation.approval,
    createdAt: row.moment('Created At'),
  })
  return { records: [author, comment], losses: [droppedAddress(row, email)] }
}
