import type { Db } from '../../../db/database.ts'
import type { Keyring } from '../../../lib/crypto/encryption.ts'
import { readMailKey } from './mail-key.ts'
import { isMailToken, mailToken, parseMailToken, type MailLink } from './mail-token.ts'

/** A link in a mail, with the person and the organization. */
export type OpenLink = MailLink & {
  email: string
  locale: string | null
  /** Token of the link to all choices. */
  preferencesToken: string
  organization: { name: string; slug: string; avatarUrl: string | null; colorPrimary: string }
}

/**
 * Returns the link of a token, which needs no session. Null for an invalid one, and after the erasure of the
 * person.
 */
export async function openLink(db: Db, keyring: Keyring, token: string): Promise<OpenLink | null> {
  const link = parseMailToken(token)
  const key = link && (await readMailKey(db, keyring, link.organizationId))
  if (!key || !isMailToken(key, token)) return null
  const row = await db
    .selectFrom('users as u')
    .innerJoin('organizations as o', 'o.id', 'u.organizationId')
    .select(['u.email', 'u.locale', 'o.name', 'o.slug', 'o.avatarUrl', 'o.colorPrimary'])
    .where('u.organizationId', '=', link.organizationId)
    .where('u.id', '=', link.userId)
    .executeTakeFirst()
  if (!row?.email) return null
  const { email, locale, ...organization } = row
  const preferencesToken = mailToken(key, { ...link, target: { type: 'preferences' } })
  return { ...link, email, locale, preferencesToken, organization }
}
