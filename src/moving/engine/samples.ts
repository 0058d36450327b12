import type { PostRecord } from '../records.ts'
import type { Sample } from './plan.ts'
import type { Applied } from './drafts.ts'
import { recordKey, type Step } from './step.ts'

const SAMPLES = 20
const MAX_HTML = 2_000

/** Takes the first posts of a plan as samples. */
export function takeSamples(step: Step, applied: readonly Applied<PostRecord>[]): void {
  const { memory, world, tally } = step
  const valueOf = (kind: string, id: string | undefined) =>
    id === undefined ? null : (memory.values.get(recordKey(kind, id))?.value ?? id)
  for (const { draft } of applied.slice(0, SAMPLES)) {
    const { record, values } = draft
    const sample: Sample = {
      externalId: record.externalId,
      title: record.title,
      status: valueOf('status', record.status),
      bucket: valueOf('bucket', record.bucket),
      tags: record.tags.map((tag) => valueOf('tag', tag) ?? tag),
      createdAt: record.createdAt ?? null,
      after: {
        title: record.title,
        html: `${values['description_html'] as string}`.slice(0, MAX_HTML).toWellFormed(),
        status: world.statuses.find(({ id }) => id === values['status_id'])?.name ?? '',
        bucket: world.buckets.find(({ id }) => id === values['bucket_id'])?.name ?? '',
        tags: (values['tag_ids'] as number[]).map(
          (id) => world.tags.find((tag) => tag.id === id)?.name ?? '',
        ),
        createdAt: values['created_at'] as string,
      },
    }
    tally.samples.push(sample)
  }
}
