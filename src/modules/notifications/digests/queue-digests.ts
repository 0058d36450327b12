import { sql } from 'kysely'
import type { Db, Transaction } from '../../../db/database.ts'
import type { MailFrequency } from '../../../db/generated/tables.ts'
import { notify } from '../../../db/history/notifications.ts'
import { databaseNow } from '../../../db/time.ts'
import { afterCommit, inTransaction } from '../../../db/transaction.ts'
import { nextDigestAt } from '../planning/next-digest-at.ts'
import { withPresent } from '../planning/read-people.ts'
import { listTeam } from '../planning/list-team.ts'
import { readChoices } from '../preferences/read-choices.ts'

/** Maximum number of organizations of one round, and of people of one transaction. */
const ORGANIZATIONS = 100
const PEOPLE = 1_000

/** A person with the mail that is about to be queued. */
type Recipient = { userId: number; email: string; locale: string }

/**
 * Queues the digests that are due, at 08:00 in the time zone of each organization: one mail for each person with
 * notifications of this day or, on Mondays, of this week, and on Mondays the week of the team. Each notification is in
 * one digest, also after a crash. Returns whether there may be more.
 */
export async function queueDigests(db: Db): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`select organization_id as id from notification_cursors
    where digest_due_at <= ${databaseNow} order by digest_due_at limit ${sql.lit(ORGANIZATIONS)}`.execute(db)
  let more = rows.length === ORGANIZATIONS
  for (const { id } of rows) {
    const isPartial = await inTransaction(db, (tx) => queueDigestsOf(tx, id))
    more ||= isPartial
  }
  return more
}

/** Queues the digests of the next people of an organization. Returns whether there may be more. */
async function queueDigestsOf(tx: Transaction, organizationId: number): Promise<boolean> {
  const { rows } = await sql<{ timeZone: string; isMonday: boolean }>`
    select o.time_zone as "timeZone", extract(isodow from c.digest_due_at at time zone o.time_zone) = 1 as "isMonday"
    from notification_cursors c join organizations o on o.id = ${organizationId}
    where c.organization_id = ${organizationId} and c.digest_due_at <= ${databaseNow} for update of c skip locked`.execute(
    tx,
  )
  const [due] = rows
  if (!due) return false
  const frequencies: MailFrequency[] = due.isMonday ? ['daily', 'weekly'] : ['daily']
  const people = await listWaiting(tx, organizationId, frequencies)
  await queuePersonal(tx, organizationId, { people, frequencies })
  if (people.length === PEOPLE) return true
  if (due.isMonday) await queueTeam(tx, organizationId)
  await tx
    .updateTable('notificationCursors')
    .set({ digestDueAt: nextDigestAt(due.timeZone) })
    .where('organizationId', '=', organizationId)
    .execute()
  return false
}

/** Returns the next people with notifications that no digest has. */
async function listWaiting(tx: Transaction, organizationId: number, frequencies: readonly MailFrequency[]) {
  const { rows } = await sql<{ userId: number }>`select distinct user_id as "userId" from notifications
    where organization_id = ${organizationId} and digest_id is null and frequency in ('daily', 'weekly')
      and frequency = any(${frequencies}::mail_frequency[])
    order by user_id limit ${sql.lit(PEOPLE)}`.execute(tx)
  return rows.map(({ userId }) => userId)
}

/** Queues a mail for each person, and assigns their notifications to it. People without an address have none. */
async function queuePersonal(
  tx: Transaction,
  organizationId: number,
  { people, frequencies }: { people: readonly number[]; frequencies: readonly MailFrequency[] },
): Promise<void> {
  if (people.length === 0) return
  const mails = await queueMails(
    tx,
    organizationId,
    'digest',
    await readRecipients(tx, organizationId, people),
  )
  await sql`
    update notifications n set digest_id = coalesce(m.mail_id, 0)
    from unnest(${people}::int[]) as p (user_id)
    left join unnest(${mails.map(({ userId }) => userId)}::int[], ${mails.map(({ id }) => id)}::bigint[])
      as m (user_id, mail_id) on m.user_id = p.user_id
    where n.organization_id = ${organizationId} and n.user_id = p.user_id and n.digest_id is null
      and n.frequency in ('daily', 'weekly') and n.frequency = any(${frequencies}::mail_frequency[])`.execute(
    tx,
  )
}

/** Queues the week of the organization for the members of the team who want it. */
async function queueTeam(tx: Transaction, organizationId: number): Promise<void> {
  const members = (await listTeam(tx, organizationId, 'team_digest')).map(({ userId }) => userId)
  const recipients = await readRecipients(tx, organizationId, members)
  const choices = await readChoices(
    tx,
    organizationId,
    recipients.map((recipient) => ({ ...recipient, kinds: ['team_digest' as const], noMail: false })),
  )
  const wanted = recipients.filter(({ userId }) => choices.get(userId)?.frequency !== 'never')
  await queueMails(tx, organizationId, 'team_digest', wanted)
}

async function readRecipients(
  tx: Transaction,
  organizationId: number,
  userIds: readonly number[],
): Promise<Recipient[]> {
  const { rows } = await sql<Recipient>`
    select u.id as "userId", u.email, coalesce(u.locale, o.default_locale) as locale
    from users u join organizations o on o.id = ${organizationId}
    where u.organization_id = ${organizationId} and u.id = any(${userIds}::int[])
      and u.email is not null and not u.no_mail and not u.blocked`.execute(tx)
  return rows
}

async function queueMails(
  tx: Transaction,
  organizationId: number,
  kind: 'digest' | 'team_digest',
  wanted: readonly Recipient[],
): Promise<{ id: number; userId: number }[]> {
  const recipients = await withPresent(tx, organizationId, wanted)
  if (recipients.length === 0) return []
  afterCommit(tx, (db) => notify(db, 'mails'))
  const { rows } = await sql<{ id: number; userId: number }>`
    insert into mails (organization_id, kind, user_id, email, locale, due_at, created_at)
    select ${organizationId}, ${kind}, recipient.user_id, recipient.email, recipient.locale, ${databaseNow}, ${databaseNow}
    from unnest(${recipients.map(({ userId }) => userId)}::int[], ${recipients.map(({ email }) => email)}::text[],
      ${recipients.map(({ locale }) => locale)}::text[]) as recipient (user_id, email, locale)
    returning id, user_id as "userId"`.execute(tx)
  return rows
}
