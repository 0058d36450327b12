import {
  addressOf,
  anonymousPerson,
  byName,
  droppedAddress,
  keyOfName,
  pathOf,
  pictures,
} from '../../drafts.ts'
import { loss, type Found } from '../../lists.ts'
import type { BucketRecord, ChangelogRecord, Company, PersonRecord } from '../../records.ts'
import { fitTitle } from '../../rules/titles.ts'
import type { Row } from '../../sources/row.ts'

/** Converts a board. Its secret token is never read. */
export function toBoard(row: Row): Found {
  const slug = pathOf(row.word('url'))?.split('/').at(-1)
  const bucket: BucketRecord = {
    type: 'bucket',
    externalId: row.id(),
    origin: row.origin,
    name: row.required('name'),
    slug,
    private: row.flag('isPrivate') ?? false,
  }
  return { records: [bucket] }
}

/** Converts a category or a tag. Both are tags by name, because different ones may have one id. */
export const toTag = (row: Row): Found => ({ records: [byName('tag', row.required('name'), row.origin)] })

/** Converts a person. The anonymous one for null. */
export function personOf(row: Row, field: string): PersonRecord {
  const user = row.object(field)
  return user ? userOf(user) : anonymousPerson(row.origin)
}

/** Converts a user of the list. */
export const toUser = (row: Row): Found => ({
  records: [userOf(row)],
  losses: [droppedAddress(row, 'email')],
})

function userOf(row: Row): PersonRecord {
  const userId = row.word('userID')
  const companies = row.objects('companies').map(companyOf)
  return {
    type: 'person',
    externalId: row.id(),
    origin: row.origin,
    name: row.word('name'),
    email: addressOf(row, 'email'),
    avatarUrl: row.word('avatarURL'),
    ...(userId !== undefined && { customFields: { canny_user_id: userId } }),
    ...(companies.length > 0 && { companies }),
    createdAt: row.moment('created'),
  }
}

function companyOf(row: Row): Company {
  const spend = Number(row.word('monthlySpend') ?? Number.NaN)
  return {
    externalId: row.id(),
    name: row.required('name'),
    domain: row.word('domain'),
    plan: row.word('plan'),
    ...(Number.isFinite(spend) && { mrr: spend }),
  }
}

/** Text of a field with the pictures of the row below it. */
export function withPictures(row: Row, field: string): string {
  const parts = [row.text(field) ?? '', pictures(row.words('imageURLs'))]
  return parts.filter((part) => part !== '').join('\n\n')
}

/** Converts an entry of the changelog, whose author is not named. */
export function toEntry(row: Row): Found {
  const status = row.word('status')
  const labels = [...row.words('types'), ...row.objects('labels').map((label) => label.required('name'))]
  const { title, whole } = fitTitle(row.text('title') ?? '')
  if (title === '') row.refuse('title', '', 'is missing')
  const text = row.text('markdownDetails') ?? ''
  const reactions = Object.keys(row.object('reactions')?.values ?? {})
  const path = pathOf(row.word('url'))
  const entry: ChangelogRecord = {
    type: 'changelog',
    externalId: row.id(),
    origin: row.origin,
    title,
    text: { markdown: whole === null ? text : `${whole}\n\n${text}` },
    labels: [...new Set(labels.map(keyOfName))],
    posts: row.objects('posts').map((post) => post.id()),
    ...(status === 'published' && { publishedAt: row.moment('publishedAt') }),
    ...(status === 'scheduled' && { scheduledAt: row.moment('scheduledFor') }),
    paths: path === undefined ? [] : [path],
    createdAt: row.moment('created'),
    updatedAt: row.moment('lastSaved'),
  }
  const number = reactions.reduce((sum, name) => sum + (row.object('reactions')?.count(name) ?? 0), 0)
  return {
    records: [...labels.map((label) => byName('label', label, row.origin)), entry],
    losses: [loss('reactions', 'Entries have none here.', number)],
  }
}
