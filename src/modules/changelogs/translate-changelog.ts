import type { Transaction } from '../../db/database.ts'
import type { Actor } from '../../events/actor.ts'
import { notFound } from '../../lib/errors.ts'
import { createChangelog } from './create-changelog.ts'
import type { Locale } from './locales.ts'
import { findOriginalId, lockTranslationGroups } from './translation-group.ts'

type Translation = {
  /** Entry to translate, any member of its translation group. */
  id: number
  title: string
  description?: string | null | undefined
  locale: Locale
  authorId: number
  actor: Actor
}

/**
 * Creates a translation of an entry as a draft. Returns its row.
 * @throws AppError NOT_FOUND; as `createChangelog`
 */
export async function translateChangelog(
  tx: Transaction,
  organizationId: number,
  { id, ...translation }: Translation,
) {
  await lockTranslationGroups(tx, organizationId)
  const originalId = await findOriginalId(tx, organizationId, id)
  if (originalId === null) throw notFound('Changelog')
  return createChangelog(tx, organizationId, { ...translation, originalId })
}
