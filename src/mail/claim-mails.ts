import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { MailKind } from '../db/generated/tables.ts'
import { databaseNow, databaseNowPlus } from '../db/time.ts'
import { idsByOrganization, type RowKey } from '../db/writes/by-organization.ts'

/** A mail that a worker sends until its lease ends. */
export type ClaimedMail = RowKey & {
  kind: MailKind
  /** Topic of a notification, and the person. */
  topicId: number | null
  userId: number | null
  /** Null after the erasure of the person. */
  email: string | null
  locale: string
  /** Number of tries, with this one. */
  tries: number
  contentCiphertext: Buffer | null
  /** Age in seconds when it was claimed, by the database's clock. */
  ageS: number
}

/** Duration of a lease in seconds. A message is sent in less than half of it. */
export const LEASE_S = 120

/** Number of due mails that are compared, so that a backlog is not read as a whole. */
const NEAR = 1_000

/**
 * Leases due mails to `owner`, at most `limit`: those of urgent kinds first, organizations in turn. Each is then in
 * the state `sending`, and is due again when the lease ends, so that the mails of a dead worker are sent. Workers may
 * claim at the same time. All times are the database's.
 */
export async function claimMails(db: Db, owner: string, limit: number): Promise<ClaimedMail[]> {
  const { rows } = await sql<RowKey & { ageS: number }>`
    with due as materialized (
      select organization_id, id, kind, due_at, created_at from mails
      where state in ('queued', 'sending') and due_at <= ${databaseNow} order by kind, due_at limit ${sql.lit(NEAR)})
    select organization_id as "organizationId", id,
      extract(epoch from ${databaseNow} - created_at)::float8 as "ageS"
    from (select *, row_number() over (partition by kind, organization_id order by due_at, id) as turn from due) ranked
    order by kind, turn, due_at, id limit ${limit}`.execute(db)
  const ages = new Map(rows.map((row) => [keyOf(row), row.ageS]))
  const claimed: ClaimedMail[] = []
  for (const [organizationId, ids] of idsByOrganization(rows)) {
    const leased = await lease(db, owner, organizationId, ids)
    claimed.push(...leased.map((mail) => ({ ...mail, ageS: ages.get(keyOf(mail)) ?? 0 })))
  }
  const order = [...ages.keys()]
  return claimed.sort((one, other) => order.indexOf(keyOf(one)) - order.indexOf(keyOf(other)))
}

const keyOf = ({ organizationId, id }: RowKey) => `${organizationId}/${id}`

/** Leases those of an organization's mails that are still due and that no other worker is leasing. */
async function lease(db: Db, owner: string, organizationId: number, ids: number[]) {
  const { rows } = await sql<Omit<ClaimedMail, 'ageS'>>`
    update mails set state = 'sending', owner = ${owner}, tries = tries + 1, due_at = ${databaseNowPlus(LEASE_S)}
    where organization_id = ${organizationId} and id in (
      select id from mails where organization_id = ${organizationId} and id = any(${ids}::bigint[])
        and state in ('queued', 'sending') and due_at <= ${databaseNow} for update skip locked)
    returning organization_id as "organizationId", id, kind, topic_id as "topicId", user_id as "userId", email, locale, tries,
      content_ciphertext as "contentCiphertext"`.execute(db)
  return rows
}
