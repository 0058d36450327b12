import { hasTeamView, type Caller } from '../../auth/caller.ts'
import type { Db } from '../../db/database.ts'
import { forbidden, invalidParam } from '../../lib/errors.ts'
import type { PostFilter } from './post-filter.ts'

/** Maximum number of e-mails in a list of a filter. Each of them is looked up. */
const MAX_EMAILS = 500

type Source = { db: Db; organizationId: number; caller: Caller }

/**
 * Validates a filter. A list may contain at most 500 e-mails. Outside the team, only
 * the caller's own e-mail and no hidden posts may be requested, so that the result reveals nothing private.
 * @throws AppError INVALID_PARAM, FORBIDDEN
 */
export async function assertFilter(
  source: Source,
  { submitterEmails, interactorEmails, voterEmails, hidden }: PostFilter,
): Promise<void> {
  const { caller } = source
  for (const [field, list] of Object.entries({ submitterEmails, interactorEmails, voterEmails }))
    if ((list?.length ?? 0) > MAX_EMAILS)
      throw invalidParam(`filter.${field}`, `has too many entries (maximum is ${MAX_EMAILS})`)
  if (hasTeamView(caller)) return
  if (hidden) throw forbidden('Insufficient permissions: only the team sees hidden posts')
  const emails = [...(submitterEmails ?? []), ...(interactorEmails ?? []), ...(voterEmails ?? [])]
  if (emails.length === 0) return
  const own = await emailOfCaller(source)
  if (emails.some((email) => email !== own))
    throw forbidden('Insufficient permissions: outside the team you may filter by your own e-mail only')
}

async function emailOfCaller({ db, organizationId, caller: { actorId } }: Source): Promise<string | null> {
  if (actorId === null) return null
  const person = await db
    .selectFrom('users')
    .select('email')
    .where('organizationId', '=', organizationId)
    .where('id', '=', actorId)
    .executeTakeFirst()
  return person?.email ?? null
}
