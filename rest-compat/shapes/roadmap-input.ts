import type { components } from '../../openapi/types.ts'
import { invalidParam } from '../../src/lib/errors.ts'
import { toTimestamp } from './to-timestamp.ts'
import { upperCase } from './upper-case.ts'

type RoadmapInput = components['schemas']['RoadmapUpdate']

/**
 * Converts the documented fields that a roadmap is created or updated with, except the title.
 * @throws AppError INVALID_PARAM for an icon of the wrong types and for a time that cannot be read
 */
export function toRoadmapInput(input: RoadmapInput) {
  return {
    description: input.description,
    isPublic: input.is_public,
    status: upperCase(input.status),
    icon: iconOf(input.icon),
    mode: upperCase(input.mode),
    scoreType: upperCase(input.score_type),
    archived: input.archived,
    kanbanViewGroup: upperCase(input.kanban_view_group),
    startDate: toTimestamp('start_date', input.start_date),
    endDate: toTimestamp('end_date', input.end_date),
  }
}

/** A missing part counts as blank, which GraphQL reports. */
function iconOf(icon: RoadmapInput['icon']): { type: string; value: string } | undefined {
  if (icon === undefined) return undefined
  const { type = '', value = '' } = icon as Record<string, unknown>
  if (typeof type !== 'string') throw invalidParam('icon.type', 'must be a string')
  if (typeof value !== 'string') throw invalidParam('icon.value', 'must be a string')
  return { type, value }
}
