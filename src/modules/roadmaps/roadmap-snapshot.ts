import type { Roadmap } from '../../db/rows.ts'

/** A roadmap as its events contain it. Its owner is read later, so that the log does not retain deleted people. */
export type RoadmapSnapshot = Roadmap

/** Converts the snapshot of an event to the roadmap as it was right after the change (contract 6). */
export function toRoadmapSnapshot(snapshot: object): RoadmapSnapshot {
  const roadmap = snapshot as RoadmapSnapshot
  return {
    ...roadmap,
    startDate: new Date(roadmap.startDate),
    endDate: roadmap.endDate && new Date(roadmap.endDate),
    createdAt: new Date(roadmap.createdAt),
    updatedAt: new Date(roadmap.updatedAt),
  }
}
