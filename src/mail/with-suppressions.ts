import type { Keys } from '../auth/keys.ts'
import type { Db } from '../db/database.ts'
import { findSuppressions, type Suppression } from '../modules/mail/suppressions/find-suppressions.ts'
import type { ClaimedMail } from './claim-mails.ts'
import { isNews, KINDS } from './kinds/kinds.ts'

/** A claimed mail, with the reason for which its address must not receive it. */
export type SendableMail = ClaimedMail & { suppression: Suppression | null }

/** Returns claimed mails with their suppressions, which hold for mails that their person has not just asked for. */
export async function withSuppressions(
  db: Db,
  keys: Pick<Keys, 'suppressions' | 'encryption'>,
  mails: readonly ClaimedMail[],
): Promise<SendableMail[]> {
  const suppressionOf = await findSuppressions(db, keys, mails.filter(isSuppressible))
  return mails.map((mail) => ({ ...mail, suppression: isSuppressible(mail) ? suppressionOf(mail) : null }))
}

const isSuppressible = ({ kind }: ClaimedMail) => isNews(kind) || !KINDS[kind].ignoresSuppression
