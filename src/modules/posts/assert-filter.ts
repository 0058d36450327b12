import { hasTeamView, type Caller } from '../../auth/caller.ts'
import { forbidden, invalidParam } from '../../lib/errors.ts'
import type { PostFilter } from './post-filter.ts'

/** Most e-mails in one filter: each is looked up. */
const MAX_EMAILS = 500

/**
 * Refuses a filter with more than 500 e-mails in a list, and one by which a caller outside the team would find out what is not theirs to know: who an e-mail
 * belongs to and what they want, or what is hidden. `ownEmail` reads the caller's e-mail, null when there is none.
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
