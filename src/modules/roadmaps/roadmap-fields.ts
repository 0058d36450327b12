import type { KanbanViewGroup, RoadmapMode, RoadmapStatus, ScoreType } from '../../db/generated/tables.ts'
import { unprocessable } from '../../lib/errors.ts'
import { optionalText, requiredText } from '../../lib/text/fields.ts'

/** Fields of a roadmap that the team sets. Undefined or null fields are unchanged, or take their default. */
export type RoadmapFields = {
  title?: string | null | undefined
  description?: string | null | undefined
  isPublic?: boolean | null | undefined
  status?: RoadmapStatus | null | undefined
  /** Type and value as strings, such as `emoji` and `❄️`. */
  icon?: { type: string; value: string } | null | undefined
  mode?: RoadmapMode | null | undefined
  scoreType?: ScoreType | null | undefined
  archived?: boolean | null | undefined
  kanbanViewGroup?: KanbanViewGroup | null | undefined
  startDate?: Date | null | undefined
  /** Null for none. */
  endDate?: Date | null | undefined
}

const MAX_DESCRIPTION = 10_000

/**
 * Returns the columns that the fields set.
 * @throws AppError MISSING_PARAM for a blank title or icon, UNPROCESSABLE for a text that is too long
 */
export function roadmapColumns({ title, description, icon, endDate, ...fields }: RoadmapFields) {
  const { isPublic, status, mode, scoreType, archived, kanbanViewGroup, startDate } = fields
  const plain = { isPublic, status, mode, scoreType, archived, kanbanViewGroup, startDate }
  const given = Object.fromEntries(Object.entries(plain).filter(([, value]) => value != null))
  return {
    ...(given as { [Field in keyof typeof plain]?: NonNullable<(typeof plain)[Field]> }),
    ...(title != null && { title: requiredText('title', title) }),
    ...(description != null && {
      description: optionalText('description', description, MAX_DESCRIPTION) ?? '',
    }),
    ...(icon != null && {
      iconType: requiredText('icon.type', icon.type, 40),
      iconValue: requiredText('icon.value', icon.value, 2048),
    }),
    ...(endDate !== undefined && { endDate }),
  }
}

/** @throws AppError UNPROCESSABLE if the roadmap ends before it starts */
export function assertRoadmapDates({ startDate, endDate }: { startDate: Date; endDate: Date | null }): void {
  if (endDate !== null && endDate < startDate) throw unprocessable('endDate', 'must not be before the start')
}
