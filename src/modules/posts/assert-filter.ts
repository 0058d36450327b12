import { hasTeamView, type Caller } from '../../auth/caller.ts'
import { forbidden, invalidParam } from '../../lib/errors.ts'
import type { PostFilter } from './post-filter.ts'

/** Maximum number of e-mails in a list of a filter. Each of them is looked up. */
const MAX_EMAILS = 500

/**
 * Validates a filter. A list may contain at most 500 e-mails. Outside the team, only the caller's own e-mail
 * and no hidden posts may be requested, so that the result reveals nothing private. `ownEmail` reads the
 * caller's e-mail, or null.
 * @throws AppError INVALID_PARAM, FORBIDDEN
 */
export async function assertFilter(
  caller: Caller,
  { submitterEmails, interactorEmails, hidden }: PostFilter,
  ownEmail: () => Promise<string | null>,
): Promise<void> {
  for (const [field, list] of Object.entries({ submitterEmails, interactorEmails }))
    if ((list?.length ?? 0) > MAX_EMAILS)
      throw invalidParam(field, `has too many entries (maximum is ${MAX_EMAILS})`)
  if (hasTeamView(caller)) return
  if (hidden) throw forbidden('Insufficient permissions: only the team sees hidden posts')
  const emails = [...(submitterEmails ?? []), ...(interactorEmails ?? [])]
  if (emails.length === 0) return
  const own = await ownEmail()
  if (emails.some((email) => email !== own))
    throw forbidden('Insufficient permissions: outside the team you may filter by your own e-mail only')
}
