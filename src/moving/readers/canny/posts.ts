import { byName, keyOfName, pathOf, postDraft, titleAndText } from '../../drafts.ts'
import { loss, type Found } from '../../lists.ts'
import type { BucketRecord, MergeRecord } from '../../records.ts'
import { copiesOf, survivorsOf, type Survivors } from '../../rules/copied-votes.ts'
import type { Row } from '../../sources/row.ts'
import type { CannyRows } from './canny.ts'
import { personOf, withPictures } from './lists.ts'

/** Survivors of merged posts, from the history of each survivor. */
export async function readMerges(rows: CannyRows): Promise<Survivors> {
  const merges: Pick<MergeRecord, 'child' | 'parent'>[] = []
  for await (const { row } of rows('posts')) {
    const parent = row.word('id')
    for (const merge of row.objects('mergeHistory')) {
      const child = merge.object('post')?.word('id')
      if (parent !== undefined && child !== undefined) merges.push({ child, parent })
    }
  }
  return survivorsOf(merges)
}

/** Returns whether a vote is the copy of one on a merged post. */
export async function readVoteCopies(rows: CannyRows, survivors: Survivors) {
  const merged: { post: string; person: string; createdAt?: string | undefined }[] = []
  if (survivors.size > 0)
    for await (const { row } of rows('votes')) {
      const [post, person] = [row.object('post')?.word('id'), row.object('voter')?.word('id')]
      if (post !== undefined && person !== undefined && survivors.has(post))
        merged.push({ post, person, createdAt: row.moment('created') })
    }
  return copiesOf(survivors, merged)
}

/** Converts a post: its board, tags, author, merges and notes. */
export function toPost(row: Row, survivors: Survivors): Found {
  const { origin } = row
  const id = row.id()
  const theirBoard = row.object('board')
  const bucket: BucketRecord[] = theirBoard
    ? [{ type: 'bucket', externalId: theirBoard.id(), origin, name: theirBoard.required('name') }]
    : []
  const category = row.object('category')?.word('name')
  const tags = [
    ...(category === undefined ? [] : [category]),
    ...row.objects('tags').map((tag) => tag.required('name')),
  ]
  const status = row.word('status')
  const author = personOf(row, 'author')
  const address = addressParts(row.word('url'))
  const post = postDraft(row, id, {
    ...titleAndText(row, 'title', { markdown: withPictures(row, 'details') }),
    bucket: bucket[0]?.externalId,
    status: status === undefined ? undefined : keyOfName(status),
    submitter: author.externalId,
    tags: [...new Set(tags.map(keyOfName))],
    ...address,
    ...(!survivors.has(id) && { votesCount: row.count('score') }),
    notes: notesOf(row),
    createdAt: row.moment('created'),
  })
  return {
    records: [
      ...bucket,
      ...tags.map((tag) => byName('tag', tag, origin)),
      ...(status === undefined ? [] : [byName('status', status, origin)]),
      author,
      post,
      ...mergesOf(row, id),
    ],
    losses: [loss('linked issues', 'Links to other systems have no column.', linksOf(row))],
  }
}

function mergesOf(row: Row, parent: string): MergeRecord[] {
  return row.objects('mergeHistory').flatMap((merge) => {
    const child = merge.object('post')?.word('id')
    if (child === undefined) return []
    const createdAt = merge.moment('created')
    return [{ type: 'merge', externalId: child, origin: row.origin, child, parent, createdAt }]
  })
}

/** Slug and public path of an address `…/admin/board/x/p/y` or `…/x/p/y`. */
function addressParts(address: string | undefined): { slug?: string; paths?: string[] } {
  const [, theirBoard, slug] = /(?:\/admin\/board)?\/([^/]+)\/p\/([^/]+)$/.exec(pathOf(address) ?? '') ?? []
  return theirBoard !== undefined && slug !== undefined ? { slug, paths: [`/${theirBoard}/p/${slug}`] } : {}
}

function notesOf(row: Row): string[] {
  const [eta, owner] = [row.word('eta'), row.object('owner')?.word('name')]
  const fields = row.objects('customFields').flatMap((field) => {
    const [name, value] = [field.word('name'), field.word('value')]
    return name !== undefined && value !== undefined ? [`${name}: ${value}`] : []
  })
  return [
    ...(eta === undefined ? [] : [`Planned date: ${eta}`]),
    ...(owner === undefined ? [] : [`Owner: ${owner}`]),
    ...fields,
  ]
}

const linksOf = (row: Row): number =>
  [
    row.object('jira')?.list('linkedIssues').length,
    row.object('linear')?.list('linkedIssueIDs').length,
  ].reduce<number>((sum, links) => sum + (links ?? 0), 0)
