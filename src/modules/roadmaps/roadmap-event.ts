import type { RoadmapPost } from '../../db/rows.ts'
import type { Actor } from '../../events/actor.ts'
import { changesBetween } from '../../events/changes-between.ts'
import type { NewEvent } from '../../events/record.ts'
import type { RoadmapSnapshot } from './roadmap-snapshot.ts'

/** Returns the event of a change of a roadmap. `changes` has the names of the documented body. */
export function roadmapEvent(
  actor: Actor,
  roadmap: RoadmapSnapshot,
  changes: { before: object; after: object },
): NewEvent {
  const { organizationId, id: subjectId } = roadmap
  return { organizationId, actor, type: 'roadmap_updated', subjectId, snapshot: roadmap, ...changes }
}

/** Returns the event of an update of a roadmap. Returns none without a change. */
export function eventsOfUpdatedRoadmap(
  actor: Actor,
  before: RoadmapSnapshot,
  after: RoadmapSnapshot,
): NewEvent[] {
  const changes = changesBetween(roadmapEventFields(before), roadmapEventFields(after))
  return changes ? [roadmapEvent(actor, after, changes)] : []
}

type OnRoadmap = RoadmapPost

/**
 * Returns the event of a post that is added, removed, scored or planned. `previousId` is the post before an added one,
 * or null. Returns none without a change.
 */
export function eventsOfRoadmapPost(
  actor: Actor,
  roadmap: RoadmapSnapshot,
  { before, after, previousId }: { before?: OnRoadmap; after?: OnRoadmap; previousId?: number | null },
): NewEvent[] {
  const previous = previousId !== undefined && { previous_id: previousId }
  const changes = changesBetween<{ post: object | null }>(
    { post: before ? scoredPost(before) : null },
    { post: after ? { ...scoredPost(after), ...previous } : null },
  )
  return changes ? [roadmapEvent(actor, roadmap, changes)] : []
}

/** Fields of a roadmap whose changes are recorded, in the names and formats of the documented body (contract 3). */
const roadmapEventFields = (roadmap: RoadmapSnapshot) => ({
  title: roadmap.title,
  description: roadmap.description,
  is_public: roadmap.isPublic,
  status: roadmap.status,
  icon: { type: roadmap.iconType, value: roadmap.iconValue },
  mode: roadmap.mode,
  score_type: roadmap.scoreType,
  archived: roadmap.archived,
  kanban_view_group: roadmap.kanbanViewGroup,
  start_date: roadmap.startDate.toISOString(),
  end_date: roadmap.endDate && roadmap.endDate.toISOString(),
})

/** The day is in the changes of planned posts only, so that those of other posts stay as they are documented. */
const scoredPost = ({ postId: id, reach, impact, confidence, effort, ease, plannedFor }: OnRoadmap) => ({
  id,
  reach,
  impact,
  confidence,
  effort,
  ease,
  ...(plannedFor !== null && { planned_for: plannedFor }),
})
