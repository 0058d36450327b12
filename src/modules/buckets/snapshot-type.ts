import { builder } from '../../graphql/builder.ts'
import { DATABASE_ID } from '../../graphql/schema/node/node.ts'
import { toNodeId } from '../../graphql/schema/node/prefixes.ts'
import type { BucketSnapshot } from './bucket-snapshot.ts'

export const BucketSnapshotRef = builder.objectRef<BucketSnapshot>('BucketSnapshot').implement({
  description: 'A bucket at the time of an event. It has no `id`, so that no cache takes it for the bucket.',
  fields: (t) => ({
    bucketId: t.id({ description: 'Id of the bucket.', resolve: ({ id }) => toNodeId('Bucket', id) }),
    databaseId: t.exposeInt('id', DATABASE_ID),
    slug: t.exposeString('slug', { description: 'URL slug.' }),
    name: t.exposeString('name', { description: 'Display name.' }),
    description: t.exposeString('description', { description: 'Description of the posts it collects.' }),
    private: t.exposeBoolean('private', { description: 'Whether only the team can see it and its posts.' }),
    requiresModeration: t.exposeBoolean('requiresModeration', {
      description: "Whether customers' posts and comments need approval.",
    }),
  }),
})
