import type { Roadmap } from '../../db/rows.ts'
import type { Types } from '../../graphql/builder.ts'
import { KanbanViewGroupRef, RoadmapModeRef, RoadmapStatusRef, ScoreTypeRef } from './enums.ts'
import { RoadmapIconRef } from './icon-type.ts'

/** Fields that a roadmap and its snapshot have in common. */
export const roadmapFields = (t: PothosSchemaTypes.ObjectFieldBuilder<Types, Roadmap>) => ({
  title: t.exposeString('title', { description: 'Title in plain text.' }),
  description: t.exposeString('description', { description: 'Description in plain text.' }),
  isPublic: t.exposeBoolean('isPublic', { description: 'Whether people outside the team can see it.' }),
  archived: t.exposeBoolean('archived', { description: 'Whether it is archived.' }),
  status: t.expose('status', { type: RoadmapStatusRef, description: 'Progress.' }),
  icon: t.field({
    type: RoadmapIconRef,
    description: 'Icon beside the title.',
    resolve: ({ iconType, iconValue }) => ({ type: iconType, value: iconValue }),
  }),
  mode: t.expose('mode', { type: RoadmapModeRef, description: 'Display mode.' }),
  scoreType: t.expose('scoreType', { type: ScoreTypeRef, description: 'Scoring method.' }),
  kanbanViewGroup: t.expose('kanbanViewGroup', {
    type: KanbanViewGroupRef,
    description: 'Grouping of the columns of the kanban view.',
  }),
  startDate: t.expose('startDate', { type: 'DateTime', description: 'Start time.' }),
  endDate: t.expose('endDate', {
    type: 'DateTime',
    nullable: true,
    description: 'End time. Null if there is none.',
  }),
  createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Creation time.' }),
  updatedAt: t.expose('updatedAt', {
    type: 'DateTime',
    description: 'Time of the last change, excluding changes of its posts.',
  }),
})
