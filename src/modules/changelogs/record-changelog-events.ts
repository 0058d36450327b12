import type { Transaction } from '../../db/database.ts'
import type { Changelog } from '../../db/rows.ts'
import type { Actor } from '../../events/actor.ts'
import { changesBetween } from '../../events/changes-between.ts'
import { recordEvents, type NewEvent } from '../../events/record.ts'
import { changelogEventFields } from './event-fields.ts'

type Row = Changelog
type ChangelogEventType = Extract<NewEvent['type'], `changelog_${string}`>

/** Returns an event about an entry, without changes. */
const changelogEvent = (actor: Actor, type: ChangelogEventType, changelog: Row): NewEvent => ({
  organizationId: changelog.organizationId,
  actor,
  type,
  subjectId: changelog.id,
  snapshot: changelog,
})

/** Records that an entry was created. Also records its publication if it is published (contract 6). */
export async function recordNewChangelog(tx: Transaction, actor: Actor, changelog: Row): Promise<void> {
  const event = changelogEvent(actor, 'changelog_created', changelog)
  await recordEvents(tx, changelog.publishedAt ? [event, { ...event, type: 'changelog_published' }] : [event])
}

/** Records that an entry was deleted. */
export async function recordDeletedChangelog(tx: Transaction, actor: Actor, changelog: Row): Promise<void> {
  await recordEvents(tx, [changelogEvent(actor, 'changelog_deleted', changelog)])
}

type Sides<Value> = { before: Value; after: Value } | null

/**
 * A label and a post in the format of the documented body (contract 6). The post has its identifying fields
 * only.
 */
export type LabelFacts = { id: number; name: string; color: string }
export type PostReference = { id: number; slug: string; title: string; url: string }

type ChangelogChange = {
  before: Row
  after: Row
  /** Labels before and after, if they changed. */
  labels?: Sides<LabelFacts[]>
  /** Posts it refers to before and after, if they changed. */
  posts?: Sides<PostReference[]>
}

/**
 * Records the updates of entries in this order, each with its changes. Also records the publication, after
 * the update, of an entry that was not published before (contract 6). Skips entries without changes.
 */
export async function recordChangelogChanges(
  tx: Transaction,
  actor: Actor,
  changes: ChangelogChange[],
): Promise<void> {
  const events = changes.flatMap(({ before, after, labels, posts }): NewEvent[] => {
    const facts = (side: 'before' | 'after') => ({
      ...changelogEventFields(side === 'before' ? before : after),
      ...(labels && { labels: labels[side] }),
      ...(posts && { feature_requests: posts[side] }),
    })
    const difference = changesBetween(facts('before'), facts('after'))
    if (!difference) return []
    const updated: NewEvent = { ...changelogEvent(actor, 'changelog_updated', after), ...difference }
    return after.publishedAt && !before.publishedAt
      ? [updated, { ...updated, type: 'changelog_published' }]
      : [updated]
  })
  await recordEvents(tx, events)
}
