import type { Transaction } from '../../db/database.ts'
import type { User } from '../../db/rows.ts'
import { timeOfUpdate } from '../../db/time.ts'
import { recordEvents } from '../../events/record.ts'
import { missingParam, notFound } from '../../lib/errors.ts'
import { isBlankText } from '../../lib/text/characters.ts'
import { optionalText } from '../../lib/text/fields.ts'
import type { Locale } from '../changelogs/locales.ts'
import { eventsOfStoredCustomer } from '../customers/customer-events.ts'
import { attachUploads } from '../uploads/attach-uploads.ts'
import { optionalPicture } from '../uploads/optional-picture.ts'

/** Undefined fields are unchanged. Null removes the picture, and the choice of a language. */
type ProfileChanges = {
  name?: string | null | undefined
  avatarUrl?: string | null | undefined
  locale?: Locale | null | undefined
}

/**
 * Changes the name, the picture and the language of a person in one organization. A change without effect leaves the
 * row untouched. A changed customer is recorded. Returns the row.
 * @throws AppError NOT_FOUND for an erased person; MISSING_PARAM for a blank name; INVALID_PARAM for an invalid picture
 */
export async function updateProfile(
  tx: Transaction,
  organizationId: number,
  id: number,
  { name, avatarUrl, locale }: ProfileChanges,
): Promise<User> {
  if (typeof name === 'string' && isBlankText(name)) throw missingParam('name')
  const before = await lockPerson(tx, organizationId, id)
  const wanted = {
    name: optionalText('name', name) ?? before.name,
    avatarUrl: avatarUrl === undefined ? before.avatarUrl : optionalPicture('avatarUrl', avatarUrl),
    locale: locale === undefined ? before.locale : locale,
  }
  const isChanged = Object.entries(wanted).some(([field, value]) => before[field as keyof User] !== value)
  if (!isChanged) return before
  const after = await tx
    .updateTable('users')
    .set({ ...wanted, updatedAt: timeOfUpdate(before) })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .returningAll()
    .$castTo<User>()
    .executeTakeFirstOrThrow()
  await attachUploads(tx, organizationId, wanted.avatarUrl)
  if (after.customerSince) await recordEvents(tx, eventsOfStoredCustomer({ kind: 'user', id }, before, after))
  return after
}

async function lockPerson(tx: Transaction, organizationId: number, id: number): Promise<User> {
  const person = await tx
    .selectFrom('users')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .where('anonymizedAt', 'is', null)
    .forNoKeyUpdate()
    .$castTo<User>()
    .executeTakeFirst()
  if (!person) throw notFound('User')
  return person
}
