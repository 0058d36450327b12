import type { Db } from '../../../db/database.ts'
import type { MailFrequency, NotificationKind, TeamRole } from '../../../db/generated/tables.ts'
import { notFound } from '../../../lib/errors.ts'
import { NOTIFICATION_KINDS } from '../kinds.ts'

export type Preference = { kind: NotificationKind; frequency: MailFrequency; inBell: boolean }

/** All choices of a person, with the defaults of kinds without one. */
export type Preferences = {
  organizationId: number
  userId: number
  /** Address of the person. */
  email: string | null
  kinds: Preference[]
  noMail: boolean
  changelogSubscribed: boolean
}

/** Returns the choices of a person, for the kinds that the person can have. @throws AppError NOT_FOUND */
export async function listPreferences(db: Db, organizationId: number, userId: number): Promise<Preferences> {
  const found = await findPreferences(db, organizationId, userId)
  if (!found) throw notFound('User')
  return found
}

/** Returns the choices of a person, or null if there is no such person. */
export async function findPreferences(
  db: Db,
  organizationId: number,
  userId: number,
): Promise<Preferences | null> {
  const person = await db
    .selectFrom('users as u')
    .leftJoin('changelogSubscribers as s', (join) =>
      join.onRef('s.organizationId', '=', 'u.organizationId').onRef('s.userId', '=', 'u.id'),
    )
    .select(['u.role', 'u.email', 'u.noMail', 's.userId as subscriberId'])
    .where('u.organizationId', '=', organizationId)
    .where('u.id', '=', userId)
    .executeTakeFirst()
  if (!person) return null
  const rows = await db
    .selectFrom('notificationPreferences')
    .select(['kind', 'frequency', 'inBell'])
    .where('organizationId', '=', organizationId)
    .where('userId', '=', userId)
    .execute()
  const chosen = new Map(rows.map((row) => [row.kind, row]))
  const kinds = kindsFor(person.role).map((kind) => {
    const { frequency, inBell } = chosen.get(kind) ?? NOTIFICATION_KINDS[kind]
    return { kind, frequency, inBell }
  })
  const { email, noMail, subscriberId } = person
  return { organizationId, userId, email, kinds, noMail, changelogSubscribed: subscriberId !== null }
}

/** Returns the kinds that a person with a role can choose. */
export function kindsFor(role: TeamRole | null): NotificationKind[] {
  const kinds = Object.keys(NOTIFICATION_KINDS) as NotificationKind[]
  return kinds.filter((kind) => {
    const { audience } = NOTIFICATION_KINDS[kind]
    return audience === 'everybody' || (audience === 'admins' ? role === 'admin' : role !== null)
  })
}
