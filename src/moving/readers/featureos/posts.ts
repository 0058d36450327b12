import {
  addressOf,
  byName,
  colorOf,
  commentDraft,
  customFieldsOf,
  droppedAddress,
  pathOf,
  personByName,
  postDraft,
  titleAndText,
} from '../../drafts.ts'
import { loss, type Found } from '../../lists.ts'
import type {
  Approval,
  BucketRecord,
  PersonRecord,
  StatusRecord,
  TagRecord,
  VoteRecord,
} from '../../records.ts'
import type { Row } from '../../sources/row.ts'
import type { FeatureosIndex } from './index-answers.ts'
import { kindOf } from './lists.ts'

/** Converts a customer. */
export function toCustomer(row: Row): Found {
  const labels = row.words('labels')
  const person: PersonRecord = {
    type: 'person',
    externalId: row.id(),
    origin: row.origin,
    name: row.word('name'),
    email: addressOf(row, 'email'),
    avatarUrl: pictureOf(row),
    ...(labels.length > 0 && { labels }),
    customFields: customFieldsOf(row.object('custom_fields')),
    ...(row.flag('blocked') && { blocked: true }),
    ...(row.flag('starred') && { starred: true }),
    createdAt: row.moment('created_at'),
  }
  return { records: [person], losses: [droppedAddress(row, 'email')] }
}

function pictureOf(row: Row): string | undefined {
  const picture = row.value('profile_picture')
  return typeof picture === 'object'
    ? row.object('profile_picture')?.word('url')
    : row.word('profile_picture')
}

/**
 * Converts an author: the customer with this id and name, or the only customer with the name, else a person by the
 * id, else one by name. The address is masked.
 */
export function personOf(row: Row, index: FeatureosIndex): PersonRecord {
  const [id, name] = [row.word('id'), row.word('name')]
  const customer = name === undefined ? null : index.customerByName(name)
  if (customer !== null) return { type: 'person', externalId: customer, origin: row.origin, name }
  if (id === undefined) return personByName(name, row.origin)
  const avatarUrl = pictureOf(row)
  return {
    type: 'person',
    externalId: `user:${id}`,
    origin: row.origin,
    name: name ?? 'Anonymous',
    avatarUrl,
  }
}

/** Converts a post: its bucket, tags, status and submitter. */
export function toPost(row: Row, index: FeatureosIndex, hasComments: boolean): Found {
  const id = row.id()
  const bucket = row.object('bucket')
  const buckets = bucket ? [bucketOf(bucket)] : []
  const tags = row.objects('tags').map(tagOf)
  const statuses = statusOf(row, index)
  const submitter = submitterOf(row, id, index)
  const html = row.text('description_html')
  const path = pathOf(row.word('url'))
  const post = postDraft(row, id, {
    ...titleAndText(row, 'title', html === undefined ? { plain: row.text('description') ?? '' } : { html }),
    bucket: buckets[0]?.externalId,
    status: statuses[0]?.externalId,
    submitter: submitter.externalId,
    tags: tags.map((tag) => tag.externalId),
    approval: approvalOf(row),
    hidden: row.flag('hidden') ?? false,
    pinned: row.flag('pinned') ?? false,
    slug: row.word('slug'),
    paths: path === undefined ? [] : [path],
    votesCount: row.count('votes_count'),
    downvotesCount: row.count('downvotes_count'),
    createdAt: row.moment('created_at'),
    updatedAt: row.moment('updated_at'),
  })
  const missing = hasComments ? 0 : (row.count('comments_count') ?? 0)
  return {
    records: [...statuses, ...buckets, ...tags, submitter, post],
    losses: [loss('comments', 'The source has their number only.', missing)],
  }
}

function submitterOf(row: Row, post: string, index: FeatureosIndex): PersonRecord {
  const name = row.object('submitter')?.word('name')
  const customer = index.submitterOf(post)
  if (customer === undefined) return personByName(name, row.origin)
  return { type: 'person', externalId: customer, origin: row.origin, name }
}

const bucketOf = (row: Row): BucketRecord => ({
  type: 'bucket',
  externalId: row.id(),
  origin: row.origin,
  name: row.word('name') ?? row.required('display_name'),
})

const tagOf = (row: Row): TagRecord => ({
  type: 'tag',
  externalId: row.id(),
  origin: row.origin,
  name: row.required('name'),
  color: colorOf(row.word('color')),
})

function statusOf(row: Row, { percentages }: FeatureosIndex): StatusRecord[] {
  const [status, name] = [row.object('custom_status'), row.word('status')]
  const slug = status?.word('value')
  if (status === undefined || slug === undefined)
    return name === undefined ? [] : [byName('status', name, row.origin)]
  return [
    {
      type: 'status',
      externalId: slug,
      origin: row.origin,
      name: status.word('title') ?? name ?? slug,
      kind: kindOf(status.word('status')),
      slug,
      color: colorOf(status.word('color')),
      percentage: percentages.get(slug),
    },
  ]
}

/**
 * Converts a post that a look-up by interactor finds to the vote of that customer. The submitter's own vote is certain
 * only if the customer's count is the number of posts found. A post with down-votes gives no vote, because the
 * direction is unknown.
 */
export function toVote(row: Row, customer: string | undefined, index: FeatureosIndex): Found {
  const post = row.id()
  if (customer === undefined || !index.isCustomer(customer)) return {}
  if ((row.count('downvotes_count') ?? 0) > 0) return {}
  if (index.submitterOf(post) === customer && !index.votesOnAll(customer)) return {}
  const vote: VoteRecord = {
    type: 'vote',
    externalId: `${post}:${customer}`,
    origin: row.origin,
    post,
    person: customer,
    direction: 'up',
  }
  return { records: [vote] }
}

/** Only what is approved is public: another state, such as a refusal, waits for a moderator here. */
const approvalOf = (row: Row): Approval =>
  ['approved', undefined].includes(row.word('approval_status')) ? 'approved' : 'pending'

/** Converts a comment. */
export function toComment(row: Row, index: FeatureosIndex): Found {
  const author = row.object('author')
  const person = author ? personOf(author, index) : personByName(undefined, row.origin)
  const html = row.text('comment_html')
  const post = row.object('feature_request')?.id() ?? row.word('feature_request_id')
  if (post === undefined) row.refuse('feature_request', '', 'is missing')
  const comment = commentDraft(row, row.id(), {
    post: post ?? '',
    parent: row.word('parent_id'),
    author: person.externalId,
    text: html === undefined ? { plain: row.text('comment') ?? '' } : { html },
    internal: row.flag('internal') ?? false,
    pinned: row.flag('pinned') ?? false,
    approval: approvalOf(row),
    createdAt: row.moment('created_at'),
    updatedAt: row.moment('updated_at'),
  })
  return { records: [person, comment] }
}
