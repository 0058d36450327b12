import { builder } from '../../graphql/builder.ts'
import { DATABASE_ID } from '../../graphql/schema/node/node.ts'
import { toNodeId } from '../../graphql/schema/node/prefixes.ts'
import { userLoaders } from '../users/loaders.ts'
import { UserRef } from '../users/type.ts'
import { roadmapFields } from './shared-type.ts'
import type { RoadmapSnapshot } from './roadmap-snapshot.ts'

export const RoadmapSnapshotRef = builder.objectRef<RoadmapSnapshot>('RoadmapSnapshot').implement({
  description:
    'A roadmap right after the change of an event. It has no `id`, so that no cache takes it for the roadmap.',
  fields: (t) => ({
    roadmapId: t.id({ description: 'Id of the roadmap.', resolve: ({ id }) => toNodeId('Roadmap', id) }),
    databaseId: t.exposeInt('id', DATABASE_ID),
    ...roadmapFields(t),
    slug: t.exposeString('slug', { description: 'URL slug.' }),
    owner: t.field({
      type: UserRef,
      description: 'Person who created the roadmap, as they are now.',
      resolve: ({ ownerId }, _args, context) => userLoaders(context).byId.one(ownerId),
    }),
  }),
})
