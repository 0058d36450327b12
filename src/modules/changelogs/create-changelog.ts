import { sql } from 'kysely'
import type { Transaction } from '../../db/database.ts'
import { executeParts } from '../../db/sharding/parts.ts'
import type { Changelog } from '../../db/rows.ts'
import { uniqueSlug } from '../../db/writes/unique-slug.ts'
import { readDatabaseTime } from '../../db/time.ts'
import type { Actor } from '../../events/actor.ts'
import { unprocessable, missingParam } from '../../lib/errors.ts'
import { requiredText } from '../../lib/text/fields.ts'
import { insertDocuments } from '../search/store-documents.ts'
import { attachingUploads } from '../uploads/attach-uploads.ts'
import { changelogText } from './changelog-text.ts'
import { assertLocaleFree, lockTranslationGroups, findOriginalId } from './translation-group.ts'
import type { Locale } from './locales.ts'
import { nextPublicationDates, type Publication } from './publication-dates.ts'
import { recordNewChangelog } from './record-changelog-events.ts'
import { setChangelogLabels } from './set-changelog-labels.ts'
import { setChangelogPosts } from './set-changelog-posts.ts'

type NewChangelog = Publication & {
  title: string
  /** Plain text or HTML. */
  description?: string | null | undefined
  locale?: Locale | null | undefined
  /** Entry that this one translates, any member of its translation group. */
  originalId?: number | null | undefined
  postIds?: number[] | null | undefined
  labelIds?: number[] | null | undefined
  /** Whether subscribers are notified of the publication. Default true. */
  notify?: boolean | null | undefined
  authorId: number
  actor: Actor
}

/**
 * Creates an entry as a draft, scheduled or published (operation `createChangelog`). Records the event.
 * Returns its row.
 * @throws AppError MISSING_PARAM without a title, or without a locale in a multilingual changelog;
 * ALREADY_EXISTS for a second translation into one locale; UNPROCESSABLE
 * for an unknown original, post or label, and as `nextPublicationDates`
 */
export async function createChangelog(tx: Transaction, organizationId: number, input: NewChangelog) {
  const title = requiredText('title', input.title)
  const text = changelogText(input.description ?? '')
  const at = await readDatabaseTime(tx)
  const dates = nextPublicationDates({ publishedAt: null, scheduledAt: null }, input, at)
  const locale = await localeOf(tx, organizationId, input.locale)
  const originalId = await joinTranslationGroup(tx, organizationId, locale, input.originalId)
  const changelog = await store(tx, {
    organizationId,
    slug: await uniqueSlug(tx, 'changelogs', organizationId, title),
    title,
    ...text,
    locale,
    originalId,
    authorId: input.authorId,
    ...dates,
    notify: input.notify ?? true,
    notifiedAt: null,
    createdAt: at,
    updatedAt: at,
  })
  if (input.postIds) await setChangelogPosts(tx, organizationId, changelog.id, input.postIds)
  if (input.labelIds) await setChangelogLabels(tx, organizationId, changelog.id, input.labelIds)
  await recordNewChangelog(tx, input.actor, changelog)
  return changelog
}

/** Stores an entry with its document, in one statement. Returns its row. */
async function store(tx: Transaction, row: Omit<Changelog, 'id'>): Promise<Changelog> {
  const searched = [{ id: null, title: row.title, body: row.description }]
  const inserted = tx.insertInto('changelogs').values(row).returningAll()
  const parts = [
    { name: 'changelog', query: sql`${inserted}`, columns: 'id int' },
    ...attachingUploads(row.organizationId, row.descriptionHtml),
    { name: 'document', query: insertDocuments('changelog', row.organizationId, searched, 'changelog') },
  ]
  const [changelog] = await executeParts<Changelog>(tx, parts, 'changelog')
  if (!changelog) throw new Error('PostgreSQL returned no row')
  return changelog
}

async function localeOf(tx: Transaction, organizationId: number, locale: Locale | null | undefined) {
  if (locale) return locale
  const { multilingualChangelog, defaultLocale } = await tx
    .selectFrom('organizations')
    .select(['multilingualChangelog', 'defaultLocale'])
    .where('id', '=', organizationId)
    .executeTakeFirstOrThrow()
  if (multilingualChangelog) throw missingParam('locale')
  return defaultLocale as Locale
}

async function joinTranslationGroup(
  tx: Transaction,
  organizationId: number,
  locale: Locale,
  memberId: number | null | undefined,
): Promise<number | null> {
  if (memberId == null) return null
  await lockTranslationGroups(tx, organizationId)
  const originalId = await findOriginalId(tx, organizationId, memberId)
  if (originalId === null) throw unprocessable('originalId', 'does not exist')
  await assertLocaleFree(tx, organizationId, { originalId, locale })
  return originalId
}
