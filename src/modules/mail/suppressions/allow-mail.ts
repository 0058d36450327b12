import type { Keys } from '../../../auth/keys.ts'
import type { Transaction } from '../../../db/database.ts'
import { endSuppressions } from './end-suppressions.ts'

/** Lets a person of an organization receive mail again, also after their complaint. Call it for that person only. */
export async function allowMail(
  tx: Transaction,
  keys: Pick<Keys, 'suppressions' | 'encryption'>,
  { organizationId, userId }: { organizationId: number; userId: number },
): Promise<void> {
  const person = await tx
    .selectFrom('users')
    .select('email')
    .where('organizationId', '=', organizationId)
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!person?.email) return
  const { email } = person
  await endSuppressions(tx, keys, organizationId, { email, reasons: ['bounce', 'complaint'] })
}
