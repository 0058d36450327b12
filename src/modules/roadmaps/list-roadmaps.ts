import type { Db } from '../../db/database.ts'
import type { RoadmapStatus } from '../../db/generated/tables.ts'
import type { Roadmap } from '../../db/rows.ts'
import { readPage, type OrderColumn, type PageRequest } from '../../db/lists/keyset.ts'

/** Filter of a list of roadmaps. Omitted fields do not restrict it. */
type RoadmapFilter = {
  archived?: boolean | null | undefined
  status?: RoadmapStatus | null | undefined
}

/** Order of a list of roadmaps. Ties are ordered by id. */
type RoadmapOrder = { field: 'createdAt' | 'title'; direction: 'asc' | 'desc' }

const NEWEST_FIRST: RoadmapOrder = { field: 'createdAt', direction: 'desc' }

/** Columns of an order. `alias` is that of the table `roadmaps`. */
export function roadmapOrder(
  { field, direction } = NEWEST_FIRST,
  alias = 'roadmaps',
): OrderColumn<Roadmap>[] {
  const descending = direction === 'desc'
  const first: OrderColumn<Roadmap> =
    field === 'title'
      ? { column: `${alias}.title`, descending, type: 'text', value: ({ title }) => title }
      : {
          column: `${alias}.created_at`,
          descending,
          type: 'timestamptz',
          value: ({ createdAt }) => createdAt.toISOString(),
        }
  return [first, { column: `${alias}.id`, descending, type: 'int', value: ({ id }) => id }]
}

type RoadmapListRequest = {
  filter: RoadmapFilter
  /** By default newest first. */
  order?: RoadmapOrder | undefined
  /** Excludes roadmaps that only the team can see. */
  publicOnly: boolean
  page: PageRequest
}

/**
 * Returns one page of an organization's roadmaps.
 * @throws AppError INVALID_PARAM for invalid page arguments or an invalid cursor
 */
export function listRoadmaps(
  db: Db,
  organizationId: number,
  { filter, order, publicOnly, page }: RoadmapListRequest,
) {
  const { archived, status } = filter
  const query = db
    .selectFrom('roadmaps')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .$if(publicOnly, (narrowed) => narrowed.where('isPublic', '=', true))
    .$if(archived != null, (narrowed) => narrowed.where('archived', '=', archived as boolean))
    .$if(status != null, (narrowed) => narrowed.where('status', '=', status as RoadmapStatus))
  return readPage(db, query, roadmapOrder(order), page)
}
