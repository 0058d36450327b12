import { builder } from '../../graphql/builder.ts'
import { DATABASE_ID } from '../../graphql/schema/node/node.ts'
import { toNodeId } from '../../graphql/schema/node/prefixes.ts'
import { userLoaders } from '../users/loaders.ts'
import { UserRef } from '../users/type.ts'
import { KanbanViewGroupRef, RoadmapModeRef, RoadmapStatusRef, ScoreTypeRef } from './enums.ts'
import type { RoadmapSnapshot } from './roadmap-snapshot.ts'
import { RoadmapIconRef } from './type.ts'

export const RoadmapSnapshotRef = builder.objectRef<RoadmapSnapshot>('RoadmapSnapshot').implement({
  description:
    'A roadmap right after the change of an event. It has no `id`, so that no cache takes it for the roadmap.',
  fields: (t) => ({
    roadmapId: t.id({ description: 'Id of the roadmap.', resolve: ({ id }) => toNodeId('Roadmap', id) }),
    databaseId: t.exposeInt('id', DATABASE_ID),
    slug: t.exposeString('slug', { description: 'URL slug.' }),
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
    owner: t.field({
      type: UserRef,
      description: 'Person who created the roadmap, as they are now.',
      resolve: ({ ownerId }, _args, context) => userLoaders(context).byId.one(ownerId),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Creation time.' }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'Time of the last change, excluding changes of its posts.',
    }),
  }),
})
