import type { components } from '../../openapi/types.ts'
import { invalidParam } from '../../src/lib/errors.ts'
import { parseTimestamp } from '../../src/lib/time/parse-timestamp.ts'
import { upperCase } from './upper-case.ts'

type RoadmapInput = components['schemas']['roadmap-update']

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
    startDate: timeOf('start_date', input.start_date),
    endDate: timeOf('end_date', input.end_date),
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

/** Converts a time of any accepted format (contract 3) to ISO 8601. Undefined and null are unchanged. */
function timeOf<None extends null | undefined>(field: string, value: string | number | None): string | None {
  if (typeof value !== 'string' && typeof value !== 'number') return value
  const time = parseTimestamp(value)
  if (!time) throw invalidParam(field, 'is not a date that can be read')
  return time.toISOString()
}
