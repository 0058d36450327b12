import type { Transaction } from '../../../db/database.ts'
import type { User } from '../../../db/rows.ts'
import { notFound, unprocessable } from '../../../lib/errors.ts'
import { auditSubject, recordAuditEntry } from '../../audit/record-audit-entry.ts'
import { moveContributions } from './move-contributions.ts'
import { movePersonal } from './move-personal.ts'

/** Numbers of contributions that a person has received. */
export type ClaimedCounts = {
  posts: number
  comments: number
  votes: number
  subscriptions: number
  changelogs: number
  roadmaps: number
}

type Claim = { fromId: number; intoId: number; actorId: number | null }

/**
 * Gives the contributions of a person without an e-mail address to another person and deletes the empty one: posts,
 * comments, votes and subscriptions, one of each post, changelog entries, roadmaps, pictures and references of imports.
 * Browsers that wrote as the empty person are new visitors from then on. Records no events. Returns the person who has
 * them now, and the numbers.
 * @throws AppError NOT_FOUND for either person; UNPROCESSABLE for one who can sign in, has an address or was erased,
 * and for a receiver who was erased or is a bot
 */
export async function claimPerson(
  tx: Transaction,
  organizationId: number,
  { fromId, intoId, actorId }: Claim,
): Promise<{ user: User; counts: ClaimedCounts }> {
  if (fromId === intoId) throw unprocessable('intoId', 'must be another person')
  const { from, into } = await lockPeople(tx, organizationId, { fromId, intoId })
  assertEmpty(from)
  if (into.anonymizedAt !== null || into.bot) throw unprocessable('intoId', 'must be a person')
  const between = { organizationId, fromId, intoId }
  const counts = { ...(await movePersonal(tx, between)), ...(await moveContributions(tx, between)) }
  await tx.deleteFrom('users').where('organizationId', '=', organizationId).where('id', '=', fromId).execute()
  const subject = auditSubject('User', intoId)
  await recordAuditEntry(tx, { organizationId, act: 'person.claimed', actorId, subject })
  return { user: into, counts }
}

/** Locks both people. New contributions of the first one wait for the end. */
async function lockPeople(
  tx: Transaction,
  organizationId: number,
  { fromId, intoId }: Pick<Claim, 'fromId' | 'intoId'>,
) {
  const read = (id: number) =>
    tx
      .selectFrom('users')
      .selectAll()
      .where('organizationId', '=', organizationId)
      .where('id', '=', id)
      .$castTo<User>()
  const from = await read(fromId).forUpdate().executeTakeFirst()
  const into = await read(intoId).forNoKeyUpdate().executeTakeFirst()
  if (!from || !into) throw notFound('User')
  return { from, into }
}

function assertEmpty({ email, accountId, role, bot, anonymizedAt }: User): void {
  if (email !== null || accountId !== null) throw unprocessable('fromId', 'must have no e-mail address')
  if (role !== null || bot || anonymizedAt !== null) throw unprocessable('fromId', 'must be a person')
}
