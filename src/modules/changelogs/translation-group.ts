import { sql } from 'kysely'
import type { Transaction } from '../../db/database.ts'
import { alreadyExists } from '../../lib/errors.ts'
import type { Locale } from './locales.ts'

/**
 * Locks the translation groups of an organization's entries until the transaction ends. Other transactions
 * that add or remove a member, or change its locale, wait. Must be taken before any row lock.
 */
export async function lockTranslationGroups(tx: Transaction, organizationId: number): Promise<void> {
  const key = `changelog-families/${organizationId}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx)
}

/** Returns the id of the original of an entry's translation group, or null if the entry does not exist. */
export async function findOriginalId(tx: Transaction, organizationId: number, id: number) {
  const row = await tx
    .selectFrom('changelogs')
    .select(['id', 'originalId'])
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? (row.originalId ?? row.id) : null
}

/**
 * Throws if another entry of the translation group than `exceptId` has the locale. The groups must be locked.
 * @throws AppError ALREADY_EXISTS on `locale`
 */
export async function assertLocaleFree(
  tx: Transaction,
  organizationId: number,
  { originalId, locale, exceptId }: { originalId: number; locale: Locale; exceptId?: number },
): Promise<void> {
  const taken = await tx
    .selectFrom('changelogs')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where((where) => where.or([where('id', '=', originalId), where('originalId', '=', originalId)]))
    .where('locale', '=', locale)
    .where('id', '<>', exceptId ?? 0)
    .executeTakeFirst()
  if (taken) throw alreadyExists('locale', 'is taken by another translation of this changelog')
}
