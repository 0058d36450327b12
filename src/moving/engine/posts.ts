import { AppError } from '../../lib/errors.ts'
import type { PostRecord } from '../records.ts'
import { findAuthors } from './authors.ts'
import { applyComments } from './comments.ts'
import { emitPosts } from './emit-events.ts'
import { notesOf } from './notes.ts'
import { storePictures } from './pictures.ts'
import { POSTS } from './post-shape.ts'
import { findIds } from './refs.ts'
import type { Draft } from './drafts.ts'
import { applyDrafts } from './rows.ts'
import { newIds } from './store-rows.ts'
import { takeSamples } from './samples.ts'
import { freeSlugs } from './slugs.ts'
import { dateOf, recordKey, problem, refuse, type Step } from './step.ts'
import { storePostParts } from './store-posts.ts'
import { storedText, type StoredPictures, type StoredText } from './text.ts'
import { firstBucket, firstStatus } from './world.ts'

type Prepared = { record: PostRecord; text: StoredText; relations: Relations }
type Relations = {
  bucketId: number
  statusId: number
  submitterId: number
  tagIds: number[]
  private: boolean
}

/** Stores posts with their tags, notes, addresses and documents. */
export async function applyPosts(step: Step, records: readonly PostRecord[]): Promise<void> {
  const authorOf = await findAuthors(
    step,
    records.map(({ submitter, origin }) => ({ author: submitter, origin })),
  )
  const pictures = await storePictures(
    step,
    records.map(({ text }) => text),
  )
  const prepared = records.flatMap((record): Prepared[] => {
    const relations = relationsOf(step, record, authorOf(record.submitter))
    const text = relations && descriptionText(step, record, pictures)
    return relations && text ? [{ record, text, relations }] : []
  })
  const ids = await newIds('posts')(step, prepared.length)
  const slugs = await slugsOf(step, prepared)
  const drafts = prepared.map((one, index) => draftOf(step, one, ids[index] ?? 0, slugs[index] ?? ''))
  const applied = await applyDrafts(step, POSTS, drafts)
  for (const { draft } of applied) countValues(step, draft.record)
  if (!step.writes) {
    for (const { draft, id } of applied)
      if (draft.ref?.votesCount != null) step.memory.stated.set(id, draft.ref.votesCount)
    takeSamples(step, applied)
  } else await storePostParts(step, applied)
  await emitPosts(step, applied)
  if (step.session.options.notes !== false)
    await applyComments(
      step,
      applied.flatMap(({ draft }) => notesOf(step, draft.record)),
    )
}

/** Resolves the references of a post. One that leads nowhere is an error, unless it is a tag that is left out. */
function relationsOf(step: Step, record: PostRecord, submitterId: number | undefined): Relations | null {
  const { world, memory, session } = step
  const find = (kind: 'bucket' | 'status' | 'tag', id: string) => world.became[kind].get(id)
  const bucketId =
    record.bucket === undefined
      ? firstBucket(world, session.options.bucket)?.id
      : find('bucket', record.bucket)
  const statusId = record.status === undefined ? firstStatus(world)?.id : find('status', record.status)
  const tags = record.tags.filter((tag) => !memory.left.has(recordKey('tag', tag)))
  const tagIds = tags.flatMap((tag) => find('tag', tag) ?? [])
  const problems = [
    ...(bucketId === undefined ? [problem('bucket', record.bucket ?? '', 'does not exist')] : []),
    ...(statusId === undefined ? [problem('status', record.status ?? '', 'does not exist')] : []),
    ...(submitterId === undefined ? [problem('submitter', record.submitter ?? '', 'does not exist')] : []),
    ...(tagIds.length < tags.length
      ? [problem('tags', tags.join(', '), 'contains one that does not exist')]
      : []),
  ]
  if (problems.length > 0 || bucketId === undefined || statusId === undefined || submitterId === undefined) {
    refuse(step, record, 'post', ...problems)
    return null
  }
  const isPrivate = world.buckets.find(({ id }) => id === bucketId)?.private ?? false
  const sorted = [...new Set(tagIds)].sort((one, other) => one - other)
  return { bucketId, statusId, submitterId, tagIds: sorted, private: isPrivate }
}

function descriptionText(step: Step, record: PostRecord, pictures: StoredPictures): StoredText | null {
  try {
    return storedText(step, 'description', record.text, pictures)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    refuse(step, record, 'post', problem('description', '', error.message))
    return null
  }
}

/** Slugs are needed for new posts alone. Taking them for existing ones would number them. */
async function slugsOf(step: Step, prepared: readonly Prepared[]): Promise<string[]> {
  const existing = await findIds(
    step,
    'post',
    prepared.map(({ record }) => record.externalId),
  )
  const fresh = prepared.filter(({ record }) => !existing.has(record.externalId))
  const slugs = await freeSlugs(
    step,
    'posts',
    fresh.map(({ record }) => ({ wanted: record.slug, title: record.title })),
  )
  const byId = new Map(fresh.map(({ record }, index) => [record.externalId, slugs[index] ?? '']))
  return prepared.map(({ record }) => byId.get(record.externalId) ?? '')
}

function draftOf(
  step: Step,
  { record, text, relations }: Prepared,
  id: number,
  slug: string,
): Draft<PostRecord> {
  const createdAt = dateOf(step, record.createdAt) ?? step.session.plannedAt
  const tracked = trackedOf(record, text, relations)
  const { votesCount, downvotesCount, importedVotes = 0, importedDownvotes = 0 } = record
  const values = {
    ...tracked,
    ...{ id, slug, description: text.text, preview: text.preview, submitter_id: relations.submitterId },
    ...{ private: relations.private, imported_votes: importedVotes, imported_downvotes: importedDownvotes },
    ...{ votes_count: importedVotes, downvotes_count: importedDownvotes, comments_count: 0 },
    ...{ created_at: createdAt, updated_at: dateOf(step, record.updatedAt) ?? createdAt },
  }
  return { record, values, tracked, ref: { votesCount, downvotesCount } }
}

/** Values that a later run compares. Tags and stated numbers of votes are no columns. */
function trackedOf(record: PostRecord, text: StoredText, relations: Relations) {
  return {
    ...{
      title: record.title,
      description_html: text.html,
      bucket_id: relations.bucketId,
      status_id: relations.statusId,
    },
    ...{
      approval_status: record.approval,
      hidden: record.hidden,
      pinned: record.pinned,
      tag_ids: relations.tagIds,
    },
    ...(record.importedVotes !== undefined && {
      imported_votes: record.importedVotes,
      imported_downvotes: record.importedDownvotes ?? 0,
    }),
    ...(record.votesCount !== undefined && { stated: [record.votesCount, record.downvotesCount ?? 0] }),
  }
}

function countValues({ memory }: Step, record: PostRecord): void {
  const add = (kind: string, id: string | undefined) => {
    const value = id === undefined ? undefined : memory.values.get(recordKey(kind, id))
    if (value) value.count += 1
  }
  add('status', record.status)
  add('bucket', record.bucket)
  for (const tag of record.tags) add('tag', tag)
}
