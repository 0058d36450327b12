import { sql } from 'kysely'
import { AppError } from '../../lib/errors.ts'
import { toMarkdown } from '../../lib/rich-text/html.ts'
import type { ChangelogRecord } from '../records.ts'
import { findAuthors } from './authors.ts'
import { emitChangelogs } from './emit-events.ts'
import { storePictures } from './pictures.ts'
import { findIds } from './refs.ts'
import type { Draft, Shape } from './drafts.ts'
import { applyDrafts } from './rows.ts'
import { newIds } from './store-rows.ts'
import { freeSlugs } from './slugs.ts'
import { dateOf, leaveOut, lose, problem, refuse, type Step } from './step.ts'
import { linksOf, storeChangelogParts } from './store-changelogs.ts'
import { storedText, type StoredPictures, type StoredText } from './text.ts'

/** How entries of the changelog are stored. */
export const CHANGELOGS: Shape = {
  kind: 'changelog',
  table: 'changelogs',
  columns: {
    ...{ id: 'int', slug: 'text', title: 'text', description_html: 'text', description_markdown: 'text' },
    ...{ description: 'text', preview: 'text', locale: 'text', original_id: 'int', author_id: 'int' },
    ...{
      published_at: 'timestamptz',
      scheduled_at: 'timestamptz',
      notify: 'boolean',
      notified_at: 'timestamptz',
      created_at: 'timestamptz',
      updated_at: 'timestamptz',
    },
  },
  derived: { description_html: ['description', 'preview', 'description_markdown'] },
}

/** Stores entries of the changelog: originals first, then their translations. */
export async function applyChangelogs(step: Step, records: readonly ChangelogRecord[]): Promise<void> {
  await applyEntries(
    step,
    records.filter(({ original }) => original === undefined),
  )
  const translations = records.filter(({ original }) => original !== undefined)
  if (translations.length === 0) return
  if (step.world.multilingual) return applyEntries(step, translations)
  for (const record of translations)
    leaveOut(step, record, 'changelog', 'It is a translation, and the changelog has one language.')
}

type Prepared = {
  record: ChangelogRecord
  text: StoredText
  author: number
  original: number | null
  locale: string
}

async function applyEntries(step: Step, records: readonly ChangelogRecord[]): Promise<void> {
  if (records.length === 0) return
  const authorOf = await findAuthors(
    step,
    records.map(({ author, origin }) => ({ author, origin })),
  )
  const originals = await findIds(
    step,
    'changelog',
    records.map(({ original }) => original),
  )
  const pictures = await storePictures(
    step,
    records.map(({ text }) => text),
  )
  const used = await usedLocales(step, [...originals.values()])
  const existing = await findIds(
    step,
    'changelog',
    records.map(({ externalId }) => externalId),
  )
  const prepared = records.flatMap((record): Prepared[] => {
    const one = prepare(step, record, { authorOf, originals, pictures })
    if (one?.original == null) return one ? [one] : []
    const key = `${one.original}:${one.locale}`
    if (!existing.has(record.externalId) && used.has(key)) {
      leaveOut(step, record, 'changelog', 'Its original has a translation into this language.')
      return []
    }
    used.add(key)
    return [one]
  })
  const applied = await applyDrafts(step, CHANGELOGS, await draftsOf(step, prepared, existing))
  const links = await linksOf(step, applied)
  if (step.writes) await storeChangelogParts(step, CHANGELOGS, applied, links)
  await emitChangelogs(step, applied)
}

async function draftsOf(
  step: Step,
  prepared: readonly Prepared[],
  existing: ReadonlyMap<string, number>,
): Promise<Draft<ChangelogRecord>[]> {
  const ids = await newIds('changelogs')(step, prepared.length)
  const fresh = prepared.filter(({ record }) => !existing.has(record.externalId))
  const slugs = await freeSlugs(
    step,
    'changelogs',
    fresh.map(({ record }) => ({ wanted: record.slug, title: record.title })),
  )
  const slugOf = new Map(fresh.map(({ record }, index) => [record.externalId, slugs[index] ?? '']))
  return prepared.map((one, index) =>
    draftOf(step, one, ids[index] ?? 0, slugOf.get(one.record.externalId) ?? ''),
  )
}

type Lookups = {
  authorOf: (author: string | undefined) => number | undefined
  originals: ReadonlyMap<string, number>
  pictures: StoredPictures
}

function prepare(
  step: Step,
  record: ChangelogRecord,
  { authorOf, originals, pictures }: Lookups,
): Prepared | null {
  const author = authorOf(record.author)
  const original = record.original === undefined ? null : originals.get(record.original)
  if (author === undefined || original === undefined) {
    const [field, value] = author === undefined ? ['author', record.author] : ['original', record.original]
    refuse(step, record, 'changelog', problem(field, value ?? '', 'does not exist'))
    return null
  }
  try {
    const text = storedText(step, 'description', record.text, pictures)
    return { record, text, author, original, locale: record.locale ?? step.world.defaultLocale }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    refuse(step, record, 'changelog', problem('description', '', error.message))
    return null
  }
}

async function usedLocales({ db, session }: Step, originals: readonly number[]): Promise<Set<string>> {
  if (originals.length === 0) return new Set()
  const { rows } = await sql<{
    key: string
  }>`select coalesce(original_id, id) || ':' || locale as key from changelogs
    where organization_id = ${session.organizationId}
      and (id = any(${originals}::int[]) or original_id = any(${originals}::int[]))`.execute(db)
  return new Set(rows.map(({ key }) => key))
}

function draftOf(step: Step, one: Prepared, id: number, slug: string): Draft<ChangelogRecord> {
  const { record, text, author, original, locale } = one
  const { plannedAt } = step.session
  const createdAt = dateOf(step, record.createdAt ?? record.publishedAt) ?? plannedAt
  const isPublished = record.publishedAt !== undefined
  const isPast = !isPublished && record.scheduledAt !== undefined && record.scheduledAt <= plannedAt
  if (isPast)
    lose(step.tally, {
      what: 'schedules',
      count: 1,
      reason: 'Their time has passed, so the entry is a draft.',
    })
  const tracked = { title: record.title, description_html: text.html }
  const values = {
    ...tracked,
    ...{
      id,
      slug,
      description: text.text,
      preview: text.preview,
      description_markdown: toMarkdown(text.html),
    },
    ...{ locale, original_id: original, author_id: author },
    published_at: isPublished ? (dateOf(step, record.publishedAt) ?? null) : null,
    scheduled_at: isPublished || isPast ? null : (record.scheduledAt ?? null),
    notify: record.notify ?? true,
    notified_at: dateOf(step, record.notifiedAt) ?? null,
    ...{ created_at: createdAt, updated_at: dateOf(step, record.updatedAt) ?? createdAt },
  }
  return { record, values, tracked, ref: { parentId: record.original } }
}
