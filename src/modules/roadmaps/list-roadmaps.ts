import type { Selectable } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Roadmap, RoadmapStatus } from '../../db/generated/tables.ts'
import { readPage, type OrderColumn, type PageRequest } from '../../db/keyset.ts'

/** Filter of a list of roadmaps. Omitted fields do not restrict it. */
type RoadmapFilter = {
  archived?: boolean | null | undefined
  status?: RoadmapStatus | null | undefined
}

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
 * Returns one page of an organization's roadmaps, newest first. `publicOnly` excludes roadmaps that only the
 * team can see.
 * @throws AppError INVALID_PARAM for invalid page arguments or an invalid cursor
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
  return readPage(db, query, NEWEST_FIRST, page)
}
