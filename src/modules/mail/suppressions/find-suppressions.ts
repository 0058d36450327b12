import { sql } from 'kysely'
import type { Keys } from '../../../auth/keys.ts'
import type { Db } from '../../../db/database.ts'
import type { SuppressionReason } from '../../../db/generated/tables.ts'
import { ACCOUNT_MAIL } from '../queue-mail.ts'
import { addressHashes } from './address-hashes.ts'
import { readableHashes } from './readable-hashes.ts'

/** A mail to a normalized address. Null after the erasure of its person. */
type Addressed = { organizationId: number; email: string | null }

/** Why an address receives no mail. `elsewhere` is a bounce of a mail of another organization. */
export type Suppression = SuppressionReason | 'elsewhere'

/**
 * Reads which mails must not be sent, with a statement for each organization. Returns the suppression of one of the
 * mails, or null.
 */
export async function findSuppressions<Mail extends Addressed>(
  db: Db,
  keys: Pick<Keys, 'suppressions' | 'encryption'>,
  mails: readonly Mail[],
): Promise<(mail: Mail) => Suppression | null> {
  const emails = new Set(mails.flatMap(({ email }) => email ?? []))
  if (emails.size === 0) return () => null
  const dead = await findDead(db, keys, emails)
  const own = new Map<string, SuppressionReason>()
  for (const [organizationId, ofOne] of Map.groupBy(mails, (mail) => mail.organizationId)) {
    const given = [...new Set(ofOne.flatMap(({ email }) => email ?? []))]
    for (const { email, reason } of await findOwn(db, keys, organizationId, given))
      own.set(`${organizationId}/${email}`, reason)
  }
  return ({ organizationId, email }) =>
    email === null ? null : (own.get(`${organizationId}/${email}`) ?? (dead.has(email) ? 'elsewhere' : null))
}

/** Returns those of some addresses that have no mailbox. */
async function findDead(
  db: Db,
  keys: Pick<Keys, 'suppressions'>,
  emails: ReadonlySet<string>,
): Promise<Set<string>> {
  const byHash = new Map(
    [...emails].flatMap((email) => addressHashes(keys, email).map((hash) => [hash.toString('hex'), email])),
  )
  const hashes = [...byHash.keys()].map((hash) => Buffer.from(hash, 'hex'))
  const { rows } = await sql<{ hash: Buffer }>`select email_hash as hash from mail_suppressions
    where organization_id = ${ACCOUNT_MAIL} and email_hash = any(${hashes}::bytea[])`.execute(db)
  return new Set(rows.flatMap(({ hash }) => byHash.get(hash.toString('hex')) ?? []))
}

/** Returns those of some addresses that an organization has suppressed, also those of erased people. */
async function findOwn(
  db: Db,
  keys: Pick<Keys, 'encryption'>,
  organizationId: number,
  emails: readonly string[],
): Promise<{ email: string; reason: SuppressionReason }[]> {
  const hashes = await readableHashes(db, keys, organizationId)
  const byHash = new Map(emails.map((email) => [hashes?.ofEmail(email).toString('hex') ?? email, email]))
  const { rows } = await sql<{ email: string | null; hash: Buffer | null; reason: SuppressionReason }>`
    select email, email_hash as hash, reason from mail_suppressions where organization_id = ${organizationId}
      and (email = any(${emails}::text[]) or email_hash = any(${hashes ? [...byHash.keys()].map(toBytes) : []}::bytea[]))`.execute(
    db,
  )
  return rows.flatMap(({ email, hash, reason }) => {
    const found = email ?? byHash.get(hash?.toString('hex') ?? '')
    return found === undefined ? [] : [{ email: found, reason }]
  })
}

const toBytes = (hash: string) => Buffer.from(hash, 'hex')
