import type { Selectable } from 'kysely'
import type { Transaction } from '../../db/database.ts'
import type { Changelog } from '../../db/generated/tables.ts'
import { changesBetween } from '../../events/changes-between.ts'
import { recordEvents, type NewEvent } from '../../events/record.ts'
import { changelogEventFields } from './event-fields.ts'

type Row = Selectable<Changelog>

/** Records that an entry was created. Also records its publication if it is published (contract 6). */
export async function recordNewChangelog(tx: Transaction, changelog: Row): Promise<void> {
  const { organizationId, id: subjectId } = changelog
  const event = { organizationId, subjectId, snapshot: changelog }
  const events: NewEvent[] = [{ ...event, type: 'changelog_created' }]
  if (changelog.publishedAt) events.push({ ...event, type: 'changelog_published' })
  await recordEvents(tx, events)
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
export async function recordChangelogChanges(tx: Transaction, changes: ChangelogChange[]): Promise<void> {
  const events = changes.flatMap(({ before, after, labels, posts }): NewEvent[] => {
    const facts = (side: 'before' | 'after') => ({
      ...changelogEventFields(side === 'before' ? before : after),
      ...(labels && { labels: labels[side] }),
      ...(posts && { feature_requests: posts[side] }),
    })
    const difference = changesBetween(facts('before'), facts('after'))
    if (!difference) return []
    const { organizationId, id: subjectId } = after
    const event = { organizationId, subjectId, snapshot: after, ...difference }
    const updated: NewEvent = { ...event, type: 'changelog_updated' }
    return after.publishedAt && !before.publishedAt
      ? [updated, { ...event, type: 'changelog_published' }]
      : [updated]
  })
  await recordEvents(tx, events)
}
