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
    status: t.field({ type: RoadmapStatusRef, description: 'Progress.', resolve: ({ status }) => status }),
    icon: t.field({
      type: RoadmapIconRef,
      description: 'Icon beside the title.',
      resolve: ({ iconType, iconValue }) => ({ type: iconType, value: iconValue }),
    }),
    mode: t.field({ type: RoadmapModeRef, description: 'Display mode.', resolve: ({ mode }) => mode }),
    scoreType: t.field({
      type: ScoreTypeRef,
      description: 'Scoring method.',
      resolve: ({ scoreType }) => scoreType,
    }),
    kanbanViewGroup: t.field({
      type: KanbanViewGroupRef,
      description: 'Grouping of the columns of the kanban view.',
      resolve: ({ kanbanViewGroup }) => kanbanViewGroup,
    }),
    startDate: t.field({
      type: 'DateTime',
      description: 'Start time.',
      resolve: ({ startDate }) => startDate,
    }),
    endDate: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'End time. Null if there is none.',
      resolve: ({ endDate }) => endDate,
    }),
    owner: t.field({
      type: UserRef,
      description: 'Person who created the roadmap, as they are now.',
      resolve: ({ ownerId }, _args, context) => userLoaders(context).byId.one(ownerId),
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'Creation time.',
      resolve: ({ createdAt }) => createdAt,
    }),
    updatedAt: t.field({
      type: 'DateTime',
      description: 'Time of the last change, excluding changes of its posts.',
      resolve: ({ updatedAt }) => updatedAt,
    }),
  }),
})
