import { addressOf, anonymousPerson, droppedAddress, pathOf } from '../../drafts.ts'
import { loss, type Found } from '../../lists.ts'
import type { ChangelogRecord, Company, LabelRecord, PersonRecord } from '../../records.ts'
import { fitTitle } from '../../rules/titles.ts'
import type { Row } from '../../sources/row.ts'

/** Converts a board. */
export const toBoard = (row: Row): Found => ({
  records: [
    {
      type: 'bucket',
      externalId: row.id(),
      origin: row.origin,
      name: row.word('name') ?? row.required('category'),
      private: row.flag('private') ?? row.flag('isPrivate'),
    },
  ],
})

/** Converts a contact or an admin. */
export const toPerson = (row: Row): Found => ({
  records: [personOf(row)],
  losses: [droppedAddress(row, 'email')],
})

/** A contact, an admin, a voter or an author. Authors of comments have no address. */
export function personOf(row: Row): PersonRecord {
  const userId = row.word('userId')
  const companies = row.objects('companies').map(companyOf)
  return {
    type: 'person',
    externalId: row.id(),
    origin: row.origin,
    name: row.word('name'),
    email: addressOf(row, 'email'),
    avatarUrl: row.word('profilePicture'),
    ...(userId !== undefined && { customFields: { featurebase_user_id: userId } }),
    ...(companies.length > 0 && { companies }),
  }
}

/** The author of a row, or the anonymous person. */
export function authorOf(row: Row): PersonRecord {
  const author = row.object('author')
  return author ? personOf(author) : anonymousPerson(row.origin)
}

function companyOf(row: Row): Company {
  const spend = row.value('monthlySpend')
  return {
    externalId: row.id(),
    name: row.required('name'),
    domain: row.word('website'),
    plan: row.word('plan'),
    ...(typeof spend === 'number' && { mrr: spend }),
  }
}

/** Converts an entry of the changelog in one locale. Answers of other locales are translations of it. */
export function toChangelog(row: Row, answerLocale: string | undefined): Found {
  const id = row.id()
  const { title, whole } = fitTitle(row.text('title') ?? '')
  if (title === '') row.refuse('title', '', 'is missing')
  const html = row.text('content')
  const markdown = row.text('markdownContent') ?? ''
  const labels = row.objects('categories').map(labelOf)
  const original = row.word('locale')
  const locale = answerLocale ?? original
  const isTranslation = locale !== original
  const path = pathOf(row.word('url'))
  const entry: ChangelogRecord = {
    type: 'changelog',
    externalId: isTranslation ? `${id}:${locale}` : id,
    origin: row.origin,
    title,
    text:
      html === undefined || whole !== null ? { markdown: `${whole ?? ''}\n\n${markdown}`.trim() } : { html },
    slug: row.word('slug'),
    locale,
    ...(isTranslation && { original: id }),
    labels: labels.map((label) => label.externalId),
    posts: [],
    ...(row.flag('isPublished') && { publishedAt: row.moment('date') }),
    paths: path === undefined ? [] : [path],
    createdAt: row.moment('createdAt'),
    updatedAt: row.moment('updatedAt'),
  }
  return { records: [...labels, entry], losses: isTranslation ? [gained] : [translationsOf(row)] }
}

const REASON = 'Their texts are in answers of their own, such as changelogs-de.json.'
const gained = loss('translations', REASON, -1)

/** Locales that are published beside the one of the answer. */
function translationsOf(row: Row) {
  const others = row.words('publishedLocales').filter((locale) => locale !== row.word('locale'))
  return loss('translations', REASON, others.length)
}

const labelOf = (row: Row): LabelRecord => ({
  type: 'label',
  externalId: row.id(),
  origin: row.origin,
  name: row.required('name'),
})
