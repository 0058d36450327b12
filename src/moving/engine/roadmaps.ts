import { AppError } from '../../lib/errors.ts'
import type { RoadmapRecord } from '../records.ts'
import { findIds } from './refs.ts'
import type { Draft, Shape } from './drafts.ts'
import { applyDrafts } from './rows.ts'
import { newIds } from './store-rows.ts'
import { freeSlugs } from './slugs.ts'
import { dateOf, problem, refuse, type Step } from './step.ts'
import { storedText } from './text.ts'

/** How roadmaps are stored. */
export const ROADMAPS: Shape = {
  kind: 'roadmap',
  table: 'roadmaps',
  columns: {
    ...{
      id: 'int',
      slug: 'text',
      title: 'text',
      description: 'text',
      is_public: 'boolean',
      status: 'roadmap_status',
    },
    ...{
      icon_type: 'text',
      icon_value: 'text',
      mode: 'roadmap_mode',
      score_type: 'score_type',
      archived: 'boolean',
    },
    ...{
      kanban_view_group: 'kanban_view_group',
      start_date: 'timestamptz',
      end_date: 'timestamptz',
      owner_id: 'int',
    },
    ...{ created_at: 'timestamptz', updated_at: 'timestamptz' },
  },
}

/** Stores roadmaps. */
export async function applyRoadmaps(step: Step, records: readonly RoadmapRecord[]): Promise<void> {
  const people = await findIds(
    step,
    'person',
    records.map(({ owner }) => owner),
  )
  const existing = await findIds(
    step,
    'roadmap',
    records.map(({ externalId }) => externalId),
  )
  const fresh = records.filter(({ externalId }) => !existing.has(externalId))
  const slugs = await freeSlugs(
    step,
    'roadmaps',
    fresh.map(({ slug, title }) => ({ wanted: slug, title })),
  )
  const slugOf = new Map(fresh.map(({ externalId }, index) => [externalId, slugs[index] ?? '']))
  const ids = await newIds('roadmaps')(step, records.length)
  const drafts = records.flatMap((record, index): Draft<RoadmapRecord>[] => {
    const owner = record.owner === undefined ? step.session.writtenById : people.get(record.owner)
    if (owner === undefined) {
      refuse(step, record, 'roadmap', problem('owner', record.owner ?? '', 'does not exist'))
      return []
    }
    const description = descriptionText(step, record)
    if (description === null) return []
    return [
      draftOf(step, record, {
        id: ids[index] ?? 0,
        slug: slugOf.get(record.externalId) ?? '',
        owner,
        description,
      }),
    ]
  })
  await applyDrafts(step, ROADMAPS, drafts)
}

function descriptionText(step: Step, record: RoadmapRecord): string | null {
  if (!record.description) return ''
  try {
    return storedText(step, 'description', record.description).text
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    refuse(step, record, 'roadmap', problem('description', '', error.message))
    return null
  }
}

type Relations = { id: number; slug: string; owner: number; description: string }

function draftOf(
  step: Step,
  record: RoadmapRecord,
  { id, slug, owner, description }: Relations,
): Draft<RoadmapRecord> {
  const { plannedAt } = step.session
  const createdAt = dateOf(step, record.createdAt) ?? plannedAt
  const { status, icon, mode, scoreType, kanbanViewGroup } = record.fields ?? {}
  const tracked = { title: record.title, description, archived: record.archived ?? false }
  const word = (value: unknown, allowed: readonly string[], otherwise: string) => {
    const found = typeof value === 'string' ? value.toLowerCase() : ''
    return allowed.includes(found) ? found : otherwise
  }
  const values = {
    ...tracked,
    ...{ id, slug, owner_id: owner, is_public: record.isPublic ?? true, ...iconOf(icon) },
    status: word(status, ['backlog', 'planned', 'in_progress', 'completed'], 'backlog'),
    mode: word(mode, ['kanban', 'list', 'timeline'], 'kanban'),
    score_type: word(scoreType, ['none', 'votes', 'rice', 'ice'], 'none'),
    kanban_view_group: word(kanbanViewGroup, ['status', 'month', 'quarter'], 'status'),
    ...{ start_date: record.startDate ?? createdAt, end_date: record.endDate ?? null },
    ...{ created_at: createdAt, updated_at: dateOf(step, record.updatedAt) ?? createdAt },
  }
  return { record, values, tracked }
}

function iconOf(icon: unknown) {
  const { type, value } = (typeof icon === 'object' && icon !== null ? icon : {}) as Record<string, unknown>
  return {
    icon_type: typeof type === 'string' ? type.toLowerCase() : 'emoji',
    icon_value: typeof value === 'string' ? value : '🗺️',
  }
}
