import { sql } from 'kysely'
import type { PersonRecord } from '../records.ts'
import type { Applied, Shape } from './drafts.ts'
import { count, type Step } from './step.ts'
import { storePrevious, updateColumns } from './store-rows.ts'

type Existing = {
  id: number
  avatarUrl: string | null
  labels: string[]
  customFields: Record<string, unknown>
}

/** Fills empty fields of people who are here already. Others stay as they are. */
export async function fillEmpty(
  step: Step,
  shape: Shape,
  applied: readonly Applied<PersonRecord>[],
): Promise<void> {
  const existing = applied.filter(({ id }) => id > 0)
  if (existing.length === 0) return
  const { rows } =
    await sql<Existing>`select id, avatar_url, coalesce(labels, '{}') as labels, custom_fields from users u
    where u.organization_id = ${step.session.organizationId} and u.anonymized_at is null
      and u.id = any(${existing.map(({ id }) => id)}::int[])
      and not exists (select 1 from external_refs r where r.organization_id = u.organization_id and r.kind = 'person'
        and r.local_id = u.id and r.local_id > 0 and r.source_name = ${step.session.sourceName} and r.created)`.execute(
      step.db,
    )
  const byId = new Map(rows.map((row) => [row.id, row]))
  const filled = existing.flatMap(({ id, draft: { tracked } }) => {
    const row = byId.get(id)
    if (!row) return []
    byId.delete(id)
    const set = {
      ...(row.avatarUrl === null && tracked['avatar_url'] != null && { avatar_url: tracked['avatar_url'] }),
      ...(row.labels.length === 0 &&
        (tracked['labels'] as unknown[] | undefined)?.length && { labels: tracked['labels'] }),
      ...newFields(row.customFields, tracked['custom_fields'] as Record<string, unknown> | undefined),
    }
    const before: Record<string, unknown> = {
      avatar_url: row.avatarUrl,
      labels: row.labels,
      custom_fields: row.customFields,
    }
    const previous = Object.fromEntries(Object.keys(set).map((field) => [field, before[field]]))
    return Object.keys(set).length > 0 ? [{ id, set, previous }] : []
  })
  count(step.tally, 'person', 'unchanged', -filled.length)
  count(step.tally, 'person', 'updated', filled.length)
  if (!step.writes) return
  await updateColumns(step, shape, filled)
  await storePrevious(step, 'person', filled)
}

function newFields(here: Record<string, unknown>, there: Record<string, unknown> = {}) {
  const added = Object.entries(there).filter(([name]) => !Object.hasOwn(here, name) || here[name] == null)
  return added.length === 0 ? {} : { custom_fields: { ...here, ...Object.fromEntries(added) } }
}
