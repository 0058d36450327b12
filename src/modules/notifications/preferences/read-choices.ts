import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { MailFrequency, NotificationKind } from '../../../db/generated/tables.ts'
import { NOTIFICATION_KINDS, soonest } from '../kinds.ts'

/** How a person is notified. */
export type Choice = { inBell: boolean; frequency: MailFrequency }

type Person = { userId: number; kinds: readonly NotificationKind[]; email: string | null; noMail: boolean }

/**
 * Returns how people are notified of what concerns them, by their ids. The soonest frequency of several kinds counts.
 * A person without an address receives no mail.
 */
export async function readChoices(
  db: Db,
  organizationId: number,
  people: readonly Person[],
): Promise<Map<number, Choice>> {
  if (people.length === 0) return new Map()
  const rows = await db
    .selectFrom('notificationPreferences')
    .select(['userId', 'kind', 'frequency', 'inBell'])
    .where('organizationId', '=', organizationId)
    .where(sql<boolean>`user_id = any(${people.map(({ userId }) => userId)}::int[])`)
    .execute()
  const chosen = new Map(rows.map((row) => [`${row.userId} ${row.kind}`, row]))
  return new Map(
    people.map(({ userId, kinds, email, noMail }) => {
      const choices = kinds.map((kind) => chosen.get(`${userId} ${kind}`) ?? NOTIFICATION_KINDS[kind])
      const frequency = email === null || noMail ? 'never' : soonest(choices.map((one) => one.frequency))
      return [userId, { frequency, inBell: choices.some(({ inBell }) => inBell) }]
    }),
  )
}
