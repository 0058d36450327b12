import { sql } from 'kysely'
import type { Transaction } from '../../../db/database.ts'
import type { MailFrequency, NotificationKind } from '../../../db/generated/tables.ts'
import { notFound, unprocessable } from '../../../lib/errors.ts'
import { NOTIFICATION_KINDS } from '../kinds.ts'
import { kindsFor } from './list-preferences.ts'

type PreferenceChange = {
  kind: NotificationKind
  frequency?: MailFrequency | null | undefined
  inBell?: boolean | null | undefined
}

type PreferenceChanges = {
  choices?: readonly PreferenceChange[] | null | undefined
  noMail?: boolean | null | undefined
  /** Whether a kind that the person cannot choose any more is accepted, as from an old mail. */
  anyKind?: boolean
}

/**
 * Changes the choices of a person. Undefined and null fields are unchanged.
 * @throws AppError NOT_FOUND; UNPROCESSABLE for a kind that the person cannot choose, or that is given twice
 */
export async function updatePreferences(
  tx: Transaction,
  { organizationId, userId }: { organizationId: number; userId: number },
  { choices, noMail, anyKind = false }: PreferenceChanges,
): Promise<void> {
  const person = await tx
    .updateTable('users')
    .set({ noMail: noMail ?? sql<boolean>`no_mail` })
    .where('organizationId', '=', organizationId)
    .where('id', '=', userId)
    .returning('role')
    .executeTakeFirst()
  if (!person) throw notFound('User')
  const kinds = kindsFor(person.role)
  const seen = new Set<NotificationKind>()
  for (const { kind, frequency, inBell } of choices ?? []) {
    if (!anyKind && !kinds.includes(kind)) throw unprocessable('choices', 'contains a kind that is not yours')
    if (seen.has(kind)) throw unprocessable('choices', 'contains a kind twice')
    seen.add(kind)
    const initial = NOTIFICATION_KINDS[kind]
    await sql`
      insert into notification_preferences as p (organization_id, user_id, kind, frequency, in_bell)
      values (${organizationId}, ${userId}, ${kind}, ${frequency ?? initial.frequency}, ${inBell ?? initial.inBell})
      on conflict (organization_id, user_id, kind) do update set
        frequency = ${frequency == null ? sql`p.frequency` : sql`excluded.frequency`},
        in_bell = ${inBell == null ? sql`p.in_bell` : sql`excluded.in_bell`}`.execute(tx)
  }
}
