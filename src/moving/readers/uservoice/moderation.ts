import type { Found } from '../../lists.ts'
import type { Origin } from '../../record-base.ts'
import type { Approval } from '../../records.ts'
import { comparableName } from '../../rules/names.ts'
import type { Row } from '../../sources/row.ts'
import { ideaField } from './fields.ts'

/** Decision of a moderator: an approval here, or the reason why the text is left out. */
type Moderation = { approval: Approval } | { reason: string }

const LEFT_OUT = new Map([
  ['spam', 'It is spam.'],
  ['deleted', 'It is deleted.'],
  ['rejected', 'It is rejected.'],
])
const PUBLIC = new Set(['published', 'approved'])

/** Returns the decision about an idea or a comment. An unknown state waits for a moderator here. */
export function moderationOf(row: Row): Moderation {
  const state = row.word(ideaField(row, 'Moderation State', 'Moderation Status'))
  if (state === undefined || PUBLIC.has(comparableName(state))) return { approval: 'approved' }
  const reason = LEFT_OUT.get(comparableName(state))
  return reason === undefined ? { approval: 'pending' } : { reason }
}

/** An idea or a comment that is left out by a moderator. */
export const leftOut = (
  type: 'post' | 'comment',
  externalId: string,
  origin: Origin,
  reason: string,
): Found => ({
  skips: [{ type, externalId, origin, reason }],
})
