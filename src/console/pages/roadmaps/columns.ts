import type { RoadmapPost, Status } from './documents.ts'
import { dayOf, monthName, monthOf, monthsOf, quarterName } from './months.ts'
import type { Columns } from './routes.ts'

/** A column of the board. A post that moves into it takes its status, or is planned for its first day. */
export type Column = {
  key: string
  name: string
  color?: string
  change: { statusId: string } | { plannedFor: string | null }
}

/** How a board is divided. */
export type Division = { columns: readonly Column[]; columnOf: (post: RoadmapPost) => string }

const MONTHS_AHEAD = { month: 3, quarter: 9 }
const NEVER = 'never'

/** Divides the posts of a roadmap into columns by their status, or by the month or quarter of their plan. */
export function divide(
  by: Columns,
  posts: readonly RoadmapPost[],
  { statuses, unplanned }: { statuses: readonly Status[]; unplanned: string },
): Division {
  if (by === 'status') {
    const columns = statuses.map(({ id, name, color }) => ({
      key: id,
      name,
      color,
      change: { statusId: id },
    }))
    return { columns, columnOf: ({ post }) => post.status.id }
  }
  const months = monthsOf(
    posts.map(({ plannedFor }) => plannedFor),
    MONTHS_AHEAD[by],
  )
  const start = (month: number) => (by === 'month' ? month : month - (month % 3))
  const starts = [...new Set(months.map(start))]
  const columns = starts.map((month) => ({
    key: dayOf(month),
    name: by === 'month' ? monthName(month) : quarterName(month),
    change: { plannedFor: dayOf(month) },
  }))
  const columnOf = ({ plannedFor }: RoadmapPost) => {
    if (plannedFor === null) return NEVER
    const month = start(monthOf(plannedFor))
    return dayOf(Math.min(Math.max(month, starts[0] ?? month), starts.at(-1) ?? month))
  }
  return { columns: [{ key: NEVER, name: unplanned, change: { plannedFor: null } }, ...columns], columnOf }
}
