import type { Selectable } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Roadmap, RoadmapStatus } from '../../db/generated/tables.ts'
import { readPage, type OrderColumn, type PageRequest } from '../../db/keyset.ts'

/** Which roadmaps a list holds; what is left out does not narrow. */
export type RoadmapFilter = { archived?: boolean | null; status?: RoadmapStatus | null }

const NEWEST_FIRST: OrderColumn<Selectable<Roadmap>>[] = [
  {
    column: 'created_at',
    descending: true,
    type: 'timestamptz',
    value: ({ createdAt }) => createdAt.toISOString(),
  },
  { column: 'id', descending: true, type: 'int', value: ({ id }) => id },
]

/**
 * One page of an organization's roadmaps, newest first. `publicOnly` leaves out those that only the team sees.
 * @throws AppError INVALID_PARAM for a bad page or cursor
 */
export function listRoadmaps(
  db: Db,
  organizationId: number,
  { filter, publicOnly, page }: { filter: RoadmapFilter; publicOnly: boolean; page: PageRequest },
) {
  const { archived, status } = filter
  const query = db
    .selectFrom('roadmaps')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .$if(publicOnly, (narrowed) => narrowed.where('isPublic', '=', true))
    .$if(archived != null, (narrowed) => narrowed.where('archived', '=', archived as boolean))
    .$if(status != null, (narrowed) => narrowed.where('status', '=', status as RoadmapStatus))
  return readPage(query, NEWEST_FIRST, page)
}
