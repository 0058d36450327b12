import type { NeutralRecord, RecordType } from '../records.ts'
import { recordsOf, rememberLeft, type Batch } from './batches.ts'
import { applyChangelogs } from './changelogs.ts'
import { applyComments } from './comments.ts'
import { applyIdentities } from './identities.ts'
import { applyMerges } from './merges.ts'
import { applyAddresses, applyReferences } from './others.ts'
import { applyChoices } from './notifications.ts'
import { applyPairs } from './pairs.ts'
import { applyPeople } from './people.ts'
import { applyUploads } from './pictures.ts'
import { isKind } from './plan.ts'
import { applyPosts } from './posts.ts'
import { applyRoadmapPosts } from './roadmap-posts.ts'
import { applyRoadmaps } from './roadmaps.ts'
import { applyOrganization } from './restored-settings.ts'
import { applySuppressions } from './suppressions.ts'
import { applySettings } from './settings.ts'
import { count, lose, type Step } from './step.ts'

/** Content of an export of this service that this version does not take over. */
const NOT_TAKEN: Partial<Record<RecordType, string>> = {
  webhook: 'webhooks',
}

/** Number of positions of doubles that a plan lists. */
const MAX_DOUBLES = 100

/** Resolves, counts and stores the items of a batch. The same for a plan, which only counts. */
export async function applyBatch(step: Step, batch: Batch): Promise<void> {
  countItems(step, batch)
  const of = <Type extends NeutralRecord['type']>(type: Type) => recordsOf(batch, type)
  const apply = async <Item>(
    records: readonly Item[],
    work: (step: Step, records: readonly Item[]) => Promise<void>,
  ) => {
    if (records.length > 0) await work(step, records)
  }
  await apply(of('organization'), applyOrganization)
  await apply([...of('status'), ...of('bucket'), ...of('tag'), ...of('label')], applySettings)
  await apply(of('person'), applyPeople)
  await apply(of('post'), applyPosts)
  await apply(of('vote'), (one, records) => applyPairs(one, 'vote', records))
  await apply(of('comment'), applyComments)
  await apply(of('subscription'), (one, records) => applyPairs(one, 'subscription', records))
  await apply(of('roadmap'), applyRoadmaps)
  await apply(of('roadmapPost'), applyRoadmapPosts)
  await apply(of('changelog'), applyChangelogs)
  await apply(of('merge'), applyMerges)
  await apply(of('upload'), applyUploads)
  await apply(of('reference'), applyReferences)
  await apply(of('address'), applyAddresses)
  await apply([...of('mute'), ...of('changelogSubscriber'), ...of('preference')], applyChoices)
  await apply(of('suppression'), applySuppressions)
  await apply(of('identity'), applyIdentities)
}

/** Counts what the reader has left out or refused, and records whose key occurs twice. */
function countItems({ tally, memory }: Step, { items }: Batch): void {
  for (const item of items) {
    rememberLeft(memory, item)
    if (item.item === 'loss') lose(tally, item.loss)
    else if (item.item === 'skip') {
      const { type, reason } = item.skip
      if (isKind(type)) count(tally, type, 'skipped')
      lose(tally, { what: type, count: 1, reason })
    } else if (item.item === 'fault') {
      const { type, ...fault } = item.fault
      if (isKind(type)) count(tally, type, 'failed')
      tally.refusals.push({ kind: type, ...fault })
    } else if (item.isDouble) {
      if (isKind(item.record.type)) count(tally, item.record.type, 'skipped')
      memory.duplicates += 1
      if (memory.doubles.length < MAX_DOUBLES) memory.doubles.push(item.record.origin)
    } else {
      const what = NOT_TAKEN[item.record.type]
      if (what !== undefined) lose(tally, { what, count: 1, reason: 'This version does not import them.' })
    }
  }
}
