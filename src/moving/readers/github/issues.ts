import { byName, colorOf, commentDraft, keyOfName, pathOf, postDraft, titleAndText } from '../../drafts.ts'
import { loss, type Found } from '../../lists.ts'
import type { NeutralRecord, RoadmapRecord, TagRecord } from '../../records.ts'
import type { Row } from '../../sources/row.ts'
import { personOf } from './people.ts'

/** Converts an issue of REST or of the command line. A pull request is skipped. */
export function toIssue(row: Row): Found {
  const { origin } = row
  const externalId = `issue:${row.id('number')}`
  if (row.value('pull_request'))
    return { skips: [{ type: 'post', externalId, origin, reason: 'It is a pull request.' }] }
  const field = row.value('author') === undefined ? 'user' : 'author'
  const submitter = personOf(row, field)
  const tags = row.objects('labels').map(tagOf)
  const status = byName('status', statusOf(row), origin)
  const path = pathOf(row.word('html_url') ?? row.word('url'))
  const votes = reactionsOf(row)
  const post = postDraft(row, externalId, {
    ...titleAndText(row, 'title', { markdown: row.text('body') ?? '' }),
    status: status.externalId,
    submitter: submitter.externalId,
    tags: tags.map((tag) => tag.externalId),
    votesCount: votes.up,
    paths: path === undefined ? [] : [path],
    createdAt: row.moment('created_at') ?? row.moment('createdAt'),
    updatedAt: row.moment('updated_at') ?? row.moment('updatedAt'),
  })
  // REST has the number of comments here, and the command line has the comments.
  const inner = Array.isArray(row.value('comments')) ? row.objects('comments') : []
  const comments = inner.map((comment) => commentOf(comment, externalId, 'author'))
  return {
    records: [status, ...tags, submitter, post, ...recordsOf(comments), ...milestoneOf(row, externalId)],
    losses: [loss('reactions', 'Posts have votes only.', votes.other), ...lossesOf(comments)],
  }
}

/** Records of several results. */
export const recordsOf = (found: readonly Found[]) => found.flatMap(({ records }) => records ?? [])

/** Losses of several results. */
export const lossesOf = (found: readonly Found[]) => found.flatMap(({ losses }) => losses ?? [])

function statusOf(row: Row): string {
  const [state, reason] = [
    row.word('state')?.toLowerCase(),
    (row.word('state_reason') ?? row.word('stateReason'))?.toLowerCase(),
  ]
  if (state !== 'closed') return 'open'
  if (reason === 'completed') return 'completed'
  return reason === 'not_planned' ? 'not planned' : 'closed'
}

/** Up-votes and other reactions: `reactions` of REST, `reactionGroups` of GraphQL. */
export function reactionsOf(row: Row): { up: number | undefined; other: number } {
  const reactions = row.object('reactions')
  if (reactions) {
    const up = reactions.count('+1')
    return { up, other: Math.max(0, (reactions.count('total_count') ?? 0) - (up ?? 0)) }
  }
  const groups = row.objects('reactionGroups').map((group) => ({
    isUp: group.word('content') === 'THUMBS_UP',
    count: (group.object('users') ?? group.object('reactors'))?.count('totalCount') ?? 0,
  }))
  const sum = (isUp: boolean) =>
    groups.filter((group) => group.isUp === isUp).reduce((total, group) => total + group.count, 0)
  return { up: groups.length > 0 ? sum(true) : undefined, other: sum(false) }
}

/** A label of an issue, as a tag by its name. */
export const tagOf = (row: Row): TagRecord => {
  const name = row.required('name')
  return {
    type: 'tag',
    externalId: keyOfName(name),
    origin: row.origin,
    name,
    color: colorOf(row.word('color')),
  }
}

function milestoneOf(row: Row, post: string): NeutralRecord[] {
  const milestone = row.object('milestone')
  if (!milestone) return []
  const { origin } = row
  const id = milestone.word('number') ?? milestone.id('title')
  const description = milestone.text('description')
  const roadmap: RoadmapRecord = {
    type: 'roadmap',
    externalId: id,
    origin,
    title: milestone.required('title'),
    ...(description !== undefined && { description: { markdown: description } }),
    endDate: milestone.moment('due_on') ?? milestone.moment('dueOn'),
  }
  return [roadmap, { type: 'roadmapPost', externalId: `${id}:${post}`, origin, roadmap: id, post }]
}

/** Converts a comment of REST or of the command line. */
export function commentOf(row: Row, post: string, field: string, parent?: string): Found {
  const author = personOf(row, field)
  const { up = 0, other } = reactionsOf(row)
  const comment = commentDraft(row, row.id(), {
    post,
    parent,
    author: author.externalId,
    text: { markdown: row.text('body') ?? '' },
    createdAt: row.moment('created_at') ?? row.moment('createdAt'),
    updatedAt: row.moment('updated_at') ?? row.moment('updatedAt'),
  })
  return {
    records: [author, comment],
    losses: [loss('reactions', 'Posts have votes only.', up + other)],
  }
}
