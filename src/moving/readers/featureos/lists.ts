import { colorOf, pathOf } from '../../drafts.ts'
import type { Found } from '../../lists.ts'
import type { BucketRecord, ChangelogRecord, LabelRecord, RoadmapRecord, StatusKind } from '../../records.ts'
import { fitTitle } from '../../rules/titles.ts'
import type { Row } from '../../sources/row.ts'
import type { FeatureosIndex } from './index-answers.ts'
import { personOf } from './posts.ts'

const KINDS = ['submitted', 'under_review', 'planned', 'in_progress', 'completed', 'closed']

/** The kind that a status names, if it is one of ours. */
export const kindOf = (word: string | undefined): StatusKind | undefined =>
  KINDS.includes(word ?? '') ? (word as StatusKind) : undefined

/** Converts a status of `organizations/info`. */
export function toStatus(row: Row, { percentages }: FeatureosIndex): Found {
  const slug = row.id('slug')
  return {
    records: [
      {
        type: 'status',
        externalId: slug,
        origin: row.origin,
        name: row.required('name'),
        kind: kindOf(row.word('status')),
        slug,
        color: colorOf(row.word('color')),
        position: row.count('position'),
        percentage: percentages.get(slug),
      },
    ],
  }
}

/** Converts a bucket. */
export function toBucket(row: Row): Found {
  const bucket: BucketRecord = {
    type: 'bucket',
    externalId: row.id(),
    origin: row.origin,
    name: row.word('name') ?? row.required('display_name'),
    slug: row.word('slug'),
    private: row.flag('private') ?? row.flag('is_private'),
  }
  return { records: [bucket] }
}

/** Converts an entry of the changelog. Its time is a day in words. The original of translations is the oldest. */
export function toChangelog(row: Row, index: FeatureosIndex): Found {
  const id = row.id()
  const { title, whole } = fitTitle(row.text('title') ?? '')
  if (title === '') row.refuse('title', '', 'is missing')
  const html = row.text('description')
  const markdown = row.text('description_markdown') ?? ''
  const head = whole === null ? '' : `${whole}\n\n`
  const labels = row.objects('labels').map(labelOf)
  const author = row.object('author')
  const person = author && personOf(author, index)
  const original = [id, ...row.objects('other_languages').map((other) => other.id())].sort(byNumber)[0]
  const path = pathOf(row.word('url'))
  const entry: ChangelogRecord = {
    type: 'changelog',
    externalId: id,
    origin: row.origin,
    title,
    text: html === undefined || whole !== null ? { markdown: head + markdown } : { html },
    locale: row.word('locale'),
    ...(original !== id && { original }),
    author: person?.externalId,
    labels: labels.map((label) => label.externalId),
    posts: row.objects('feature_requests').map((post) => post.id()),
    ...(row.flag('published') && { publishedAt: row.moment('published_at') ?? row.moment('published_on') }),
    scheduledAt: row.moment('scheduled_published_at'),
    paths: path === undefined ? [] : [path],
  }
  return { records: [...labels, ...(person ? [person] : []), entry] }
}

const byNumber = (one: string, other: string) => Number(one) - Number(other)

const labelOf = (row: Row): LabelRecord => ({
  type: 'label',
  externalId: row.id(),
  origin: row.origin,
  name: row.required('name'),
  color: colorOf(row.word('color')),
})

/** Converts a roadmap. Its posts are not in the list. */
export function toRoadmap(row: Row): Found {
  const description = row.text('description')
  const roadmap: RoadmapRecord = {
    type: 'roadmap',
    externalId: row.id(),
    origin: row.origin,
    title: row.required('title'),
    slug: row.word('slug'),
    ...(description !== undefined && { description: { html: description } }),
    isPublic: row.flag('is_public') ?? false,
    archived: row.flag('archived') ?? false,
    startDate: row.moment('start_date'),
    endDate: row.moment('end_date'),
    createdAt: row.moment('created_at'),
  }
  return { records: [roadmap] }
}
