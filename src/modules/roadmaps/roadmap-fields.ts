import type { KanbanViewGroup, RoadmapMode, RoadmapStatus, ScoreType } from '../../db/generated/tables.ts'
import { unprocessable } from '../../lib/errors.ts'
import { optionalText, requiredText } from '../../lib/fields.ts'

/** What the team decides of a roadmap. What is undefined or null stays as it is, or takes its default. */
export type RoadmapFields = {
  title?: string | null
  description?: string | null
  isPublic?: boolean | null
  status?: RoadmapStatus | null
  /** Both texts, such as `emoji` and `❄️`. */
  icon?: { type: string; value: string } | null
  mode?: RoadmapMode | null
  scoreType?: ScoreType | null
  archived?: boolean | null
  kanbanViewGroup?: KanbanViewGroup | null
  startDate?: Date | null
  /** Null: open. */
  endDate?: Date | null
}

const MAX_DESCRIPTION = 10_000

/**
 * The columns that the fields set.
 * @throws AppError MISSING_PARAM for a blank title or icon, UNPROCESSABLE for a text that is too long
 */
export function roadmapColumns({ title, description, icon, endDate, ...plain }: RoadmapFields) {
  const given = Object.fromEntries(Object.entries(plain).filter(([, value]) => value != null))
  return {
    ...(given as { [Field in keyof typeof plain]?: NonNullable<(typeof plain)[Field]> }),
    ...(title != null && { title: requiredText('title', title) }),
    ...(description != null && {
      description: optionalText('description', description, MAX_DESCRIPTION) ?? '',
    }),
    ...(icon != null && {
      iconType: requiredText('icon', icon.type, 40),
      iconValue: requiredText('icon', icon.value, 2048),
    }),
    ...(endDate !== undefined && { endDate }),
  }
}

/** @throws AppError UNPROCESSABLE when the roadmap would end before it begins */
export function assertRoadmapDates({ startDate, endDate }: { startDate: Date; endDate: Date | null }): void {
  if (endDate !== null && endDate < startDate) throw unprocessable('endDate', 'must not lie before the start')
}
