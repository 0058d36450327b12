import { sql } from 'kysely'
import type { Transaction } from '../../db/database.ts'
import { alreadyExists } from '../../lib/errors.ts'

/**
 * Keeps the families of an organization's entries as they are until the transaction ends: others who would
 * add to one, take from one or change a language in one wait. To be taken before any row.
 */
export async function lockTranslationGroups(tx: Transaction, organizationId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`changelog-families/${organizationId}`}, 0))`.execute(
    tx,
  )
}

/** The original of the family that an entry belongs to; null when there is no such entry. */
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
 * Refuses a second entry of one language in a family, `exceptId` aside. The families are locked.
 * @throws AppError ALREADY_EXISTS on `locale`
 */
export async function assertLocaleFree(
  tx: Transaction,
  organizationId: number,
  { originalId, locale, exceptId }: { originalId: number; locale: string; exceptId?: number },
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
